//! Fairy-Stockfish's keys for rules that this engine does not play, so that a message can say so instead of calling
//! them unknown.

/// Whether this is a key of Fairy-Stockfish's (and, as the caller knows, none of ours).
pub fn is_fairy_stockfish_key(key: &str) -> bool {
    KEYS.contains(&key) || ["customPiece", "mobilityRegion"].iter().any(|start| key.starts_with(start))
}

#[rustfmt::skip]
const KEYS: &[&str] = &[
    "adjudicateFullBoard", "alfil", "amazon", "archbishop", "banner", "bers", "bikjangRule", "biskni",
    "blastImmuneTypes", "blastOnCapture", "breakthrough", "cannon", "capturesToHand", "castlingDroppedPiece",
    "castlingKingFile", "castlingKingPiece", "castlingKingPieceBlack", "castlingKingPieceWhite",
    "castlingKingsideFile", "castlingQueensideFile", "castlingRank", "castlingRookKingsideFile", "castlingRookPieces",
    "castlingRookPiecesBlack", "castlingRookPiecesWhite", "castlingRookQueensideFile", "castlingWins", "centaur",
    "chancellor", "chasingRule", "checkCounting", "checkmateValue", "chess960", "clobber", "collinearN", "commoner",
    "connectDiagonal", "connectHorizontal", "connectN", "connectNxN", "connectPieceTypes", "connectRegion1Black",
    "connectRegion1White", "connectRegion2Black", "connectRegion2White", "connectValue", "connectVertical",
    "diagonalLines", "doubleStepRegionBlack", "doubleStepRegionWhite", "dragonHorse", "dropChecks", "dropLoop",
    "dropNoDoubled", "dropNoDoubledCount", "dropOppositeColoredBishop", "dropPromoted", "dropRegionBlack",
    "dropRegionWhite", "dupleCheck", "elephant", "enPassantRegion", "enPassantRegionBlack", "enPassantRegionWhite",
    "enPassantTypes", "enPassantTypesBlack", "enPassantTypesWhite", "enclosingDrop", "enclosingDropStart",
    "extinctionClaim", "extinctionOpponentPieceCount", "extinctionPieceCount", "extinctionPieceTypes",
    "extinctionPseudoRoyal", "extinctionValue", "fersAlfil", "firstRankPawnDrops", "flagPieceBlack",
    "flagPieceBlockedWin", "flagPieceCount", "flagPieceSafe", "flagPieceWhite", "flipEnclosedPieces", "flyingGeneral",
    "gold", "horse", "immobile", "immobilityIllegal", "janggiCannon", "janggiElephant", "knibis", "kniroo", "lance",
    "mandatoryPiecePromotion", "materialCounting", "moveRepetitionIllegal", "mustCapture", "mustDrop", "mustDropType",
    "mutuallyImmuneTypes", "nFoldValue", "nFoldValueAbsolute", "nMoveRuleTypes", "nMoveRuleTypesBlack",
    "nMoveRuleTypesWhite", "oppositeCastling", "pass", "passBlack", "passOnStalemate", "passOnStalemateBlack",
    "passOnStalemateWhite", "passWhite", "pawnTypes", "perpetualCheckIllegal", "petrifyBlastPieces",
    "petrifyOnCaptureTypes", "pieceDemotion", "piecePromotionOnCapture", "pieceValueEg", "pieceValueMg",
    "promotedPieceType", "promotionLimit", "promotionPawnTypes", "promotionPawnTypesBlack", "promotionPawnTypesWhite",
    "promotionPieceTypesBlack", "promotionPieceTypesWhite", "promotionZonePawnDrops", "rookni", "seirawanGating",
    "shatarMateRule", "shogiKnight", "shogiPawn", "shogiPawnDropMateIllegal", "sittuyinPromotion", "sittuyinRookDrop",
    "soldier", "soldierPromotionRank", "stalematePieceCount", "tripleStepRegionBlack", "tripleStepRegionWhite",
    "twoBoards", "wallOrMove", "wallingRegion", "wallingRegionBlack", "wallingRegionWhite", "wallingRule", "wazir",
];
