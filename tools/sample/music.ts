export interface Score {
  readonly seed: number
  /** MIDI note number. */
  readonly root: number
  readonly scale: 'minor' | 'major' | 'dorian' | 'harmonic' | 'pentatonic'
  readonly chords: readonly number[]
  readonly beats: 3 | 4
  readonly lead: 'pluck' | 'bell' | 'flute' | 'piano'
  readonly drums: boolean
}

const sampleRate = 32000
const titleSeconds = 2

const scales: Readonly<Record<Score['scale'], readonly number[]>> = {
  minor: [0, 2, 3, 5, 7, 8, 10],
  major: [0, 2, 4, 5, 7, 9, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  harmonic: [0, 2, 3, 5, 7, 8, 11],
  pentatonic: [0, 2, 4, 7, 9]
}

const frequency = (score: Score, degree: number, octave = 0): number => {
  const scale = scales[score.scale]
  const step = scale[((degree % scale.length) + scale.length) % scale.length] ?? 0
  return 440 * 2 ** ((score.root + step - 69) / 12 + octave + Math.floor(degree / scale.length))
}

type Voice = (phase: number, t: number) => number

const voices: Readonly<Record<Score['lead'] | 'pad' | 'bass', Voice>> = {
  pluck: (p, t) =>
    [1, 2, 3, 4].reduce((sum, k) => sum + (Math.sin(k * p) / k) * Math.exp(-t * (2.2 + k * 1.6)), 0) *
    Math.min(1, t * 400),
  bell: (p, t) =>
    (Math.sin(p) * Math.exp(-t * 1.6) + 0.4 * Math.sin(2.76 * p) * Math.exp(-t * 4)) * Math.min(1, t * 300),
  flute: (p, t) =>
    (Math.sin(p + 0.12 * Math.sin(t * 32)) + 0.18 * Math.sin(2 * p)) * Math.min(1, t * 9) * Math.exp(-t * 0.9),
  piano: (p, t) =>
    [1, 2, 3, 5].reduce((sum, k) => sum + (Math.sin(k * p) / k ** 1.4) * Math.exp(-t * (1.1 + k * 0.7)), 0) *
    Math.min(1, t * 250),
  pad: (p, t) => (Math.sin(p) + 0.35 * Math.sin(2.004 * p) + 0.16 * Math.sin(3.01 * p)) * Math.min(1, t * 1.4),
  bass: (p, t) => (Math.sin(p) + 0.2 * Math.sin(2 * p)) * Math.min(1, t * 60) * Math.exp(-t * 0.9)
}

class SampleBuffer {
  readonly samples: Float32Array
  constructor(seconds: number) {
    this.samples = new Float32Array(Math.round(seconds * sampleRate))
  }

  note(voice: Voice, hz: number, from: number, seconds: number, gain: number): void {
    const start = Math.round(from * sampleRate)
    const end = Math.min(this.samples.length, start + Math.round(seconds * sampleRate))
    for (let i = start; i < end; i++) {
      const t = (i - start) / sampleRate
      const tail = Math.min(1, (seconds - t) * 6)
      this.samples[i] = (this.samples[i] ?? 0) + voice(2 * Math.PI * hz * t, t) * gain * tail
    }
  }

  drum(from: number, hz: number, gain: number): void {
    this.note(
      (_, t) => Math.sin(2 * Math.PI * hz * (t + 0.05 * (1 - Math.exp(-t * 30)))) * Math.exp(-t * 13),
      hz,
      from,
      0.4,
      gain
    )
  }

  addReverb(amount: number): void {
    const dry = this.samples.slice()
    for (const [delay, feedback] of [
      [0.0297, 0.74],
      [0.0411, 0.7],
      [0.0533, 0.66],
      [0.0671, 0.62]
    ] as const) {
      const lag = Math.round(delay * sampleRate)
      const line = new Float32Array(dry.length)
      let soft = 0
      for (let i = 0; i < dry.length; i++) {
        soft += 0.35 * ((line[i - lag] ?? 0) - soft)
        line[i] = (dry[i] ?? 0) + feedback * soft
        this.samples[i] = (this.samples[i] ?? 0) + amount * ((line[i] ?? 0) - (dry[i] ?? 0))
      }
    }
  }
}

const sting = (buffer: SampleBuffer, score: Score): void => {
  buffer.drum(0.02, 55, 0.3)
  buffer.note(voices.bell, frequency(score, 0, 0), 0.05, 1.7, 0.16)
  buffer.note(voices.bell, frequency(score, 4, 0), 0.22, 1.5, 0.11)
}

const melody = (buffer: SampleBuffer, score: Score, from: number, bar: number): void => {
  let state = score.seed
  const next = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * n)
  }
  const steps = score.beats * 2
  const phrase = Array.from({ length: steps * 2 }, (_, i) =>
    i % 4 !== 0 && next(5) < 2 ? null : ([0, 2, 4, 7, 4, 2][next(6)] ?? 0)
  )
  score.chords.forEach((chord, index) => {
    for (let i = 0; i < steps; i++) {
      const tone = phrase[(index % 2) * steps + i]
      if (tone === null || tone === undefined) continue
      const passing = i % 4 === 3 ? 1 : 0
      const gain = (i % 2 === 0 ? 0.15 : 0.1) * (index === 0 ? 0.6 : 1)
      buffer.note(
        voices[score.lead],
        frequency(score, chord + tone + passing, 1),
        from + index * bar + (i * bar) / steps,
        1.6,
        gain
      )
    }
  })
}

const accompany = (buffer: SampleBuffer, score: Score, from: number, bar: number): void => {
  score.chords.forEach((chord, index) => {
    const at = from + index * bar
    for (const tone of [0, 2, 4]) buffer.note(voices.pad, frequency(score, chord + tone), at, bar * 1.12, 0.055)
    buffer.note(voices.bass, frequency(score, chord, -1), at, bar, 0.17)
    if (!score.drums || index === 0) return
    for (let beat = 0; beat < score.beats; beat++) {
      buffer.drum(at + (beat * bar) / score.beats, beat === 0 ? 52 : 84, beat === 0 ? 0.28 : 0.08)
    }
  })
}

export const synthesize = (score: Score, seconds: number): Float32Array => {
  const title = new SampleBuffer(titleSeconds)
  sting(title, score)
  title.addReverb(0.12)
  const scene = new SampleBuffer(seconds - titleSeconds)
  const bar = (seconds - titleSeconds) / score.chords.length
  accompany(scene, score, 0, bar)
  melody(scene, score, 0, bar)
  scene.addReverb(0.14)
  const out = new Float32Array(Math.round(seconds * sampleRate))
  out.set(title.samples)
  out.set(scene.samples, title.samples.length)
  const edge = (i: number, at: number, length: number) => Math.min(1, Math.max(0, (at - i / sampleRate) / length))
  return out.map((value, i) => {
    const inTitle = i < title.samples.length
    return Math.tanh(value * 1.3) * (inTitle ? edge(i, 1.5, 0.9) : edge(i, seconds, 1.2))
  })
}

export const toWav = (samples: Float32Array): Buffer => {
  const wav = Buffer.alloc(44 + samples.length * 2)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + samples.length * 2, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((value, i) => {
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32000), 44 + i * 2)
  })
  return wav
}
