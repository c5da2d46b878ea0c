/** Two short sounds of wood, made here: no file is loaded. */

let context: AudioContext | undefined;

export function playSound(kind: 'move' | 'capture'): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const length = 0.09;
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (Math.random() * 2 - 1) * Math.exp((-at / samples.length) * 9);
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = kind === 'move' ? 900 : 520;
  filter.Q.value = 3;
  const volume = context.createGain();
  volume.gain.value = 0.5;
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(now);
}
