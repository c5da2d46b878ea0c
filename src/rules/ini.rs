//! The rules file. (API draft: owner fills it in.)
