/** Strokes made to sound: a tone or a band of noise that is struck and dies away. All that is made for one ends with it. */

import type { Stroke } from "../games/sounds";

const ATTACK = 0.006; // seconds
const SILENT = 0.0001;

let noise: AudioBuffer | null = null; // a second of it, for all

export function struck(context: BaseAudioContext, stroke: Stroke, now: number, ended: () => void): void {
  const { hz, to, rings, loud, wave } = stroke;
  const at = now + stroke.at;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + ATTACK);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + rings);
  gain.connect(context.destination);
  const source = wave === "noise" ? new AudioBufferSourceNode(context, { buffer: noiseIn(context), loop: true }) : new OscillatorNode(context, { frequency: hz, type: wave });
  const band = wave === "noise" ? new BiquadFilterNode(context, { type: "bandpass", frequency: hz, Q: stroke.q ?? 1 }) : null;
  const pitch = band ? band.frequency : (source as OscillatorNode).frequency;
  if (to !== undefined) {
    pitch.setValueAtTime(hz, at);
    pitch.exponentialRampToValueAtTime(to, at + rings);
  }
  if (band) source.connect(band).connect(gain);
  else source.connect(gain);
  source.onended = () => {
    for (const node of [source, band, gain]) node?.disconnect();
    ended();
  };
  source.start(at);
  source.stop(at + rings);
}

function noiseIn(context: BaseAudioContext): AudioBuffer {
  if (noise?.sampleRate !== context.sampleRate) {
    noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return noise!;
}
