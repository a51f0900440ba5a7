import { afterEach, expect, test, vi } from "vitest";
import { struck } from "../margin/synth";
import { strokesOf, type Noise } from "./sounds";

const GAMES = ["bluebox", "navyblue", "crawl", "vitality", "cloudbreaker"];
const NOISES: Noise[] = ["turn", "asked", "throw", "dice", "hit", "miss", "lose", "heal", "slide", "fall"];

afterEach(() => vi.unstubAllGlobals());

test("each game sounds like itself, softly and briefly", () => {
  for (const noise of NOISES) {
    expect(new Set(GAMES.map((game) => JSON.stringify(strokesOf(noise, game)))).size).toBe(GAMES.length);
    for (const game of [...GAMES, "another"])
      for (const { hz, to = hz, loud, at, rings } of strokesOf(noise, game)) {
        expect(Math.min(hz, to)).toBeGreaterThan(20);
        expect(Math.max(hz, to)).toBeLessThan(8_000);
        expect(loud).toBeGreaterThan(0);
        expect(loud).toBeLessThan(0.2);
        expect(at + rings).toBeLessThan(1.5);
      }
  }
});

test("whatever is made for a stroke is ended and let go of", () => {
  const nodes: { linked: number; ended?: () => void; stopped?: number }[] = [];
  const ramp = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  class Node {
    linked = 0;
    gain = ramp;
    frequency = ramp;
    onended?: () => void;
    stopped?: number;
    constructor() {
      nodes.push(this);
    }
    connect(to: Node) {
      this.linked++;
      return to;
    }
    disconnect() {
      this.linked = 0;
    }
    start() {}
    stop(at: number) {
      this.stopped = at;
    }
  }
  const buffer = class {
    sampleRate = 8;
    getChannelData = () => new Float32Array(8);
  };
  for (const name of ["GainNode", "OscillatorNode", "AudioBufferSourceNode", "BiquadFilterNode"]) vi.stubGlobal(name, Node);
  vi.stubGlobal("AudioBuffer", buffer);
  const ended = vi.fn();
  const strokes = NOISES.flatMap((noise) => strokesOf(noise, "crawl"));
  for (const stroke of strokes) struck({ sampleRate: 8, destination: new Node() } as never, stroke, 0, ended);
  const sources = nodes.filter((node) => node.stopped !== undefined) as unknown as { onended(): void }[];
  expect(sources).toHaveLength(strokes.length);
  for (const source of sources) source.onended();
  expect(ended).toHaveBeenCalledTimes(strokes.length);
  expect(nodes.every(({ linked }) => linked === 0)).toBe(true);
});
