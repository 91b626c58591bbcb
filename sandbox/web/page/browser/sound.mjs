// Plays what the program's mixer has ordered for a run, by Web Audio; silent until somebody switches it on.

const FASTEST = 4;   // times real time: faster runs are silent, as in the window
const LATE = 0.25;   // s: a sound that is due for longer is left out
const SIDE = 0.8;    // of a right angle: how far to the side the edge of the picture is, as in speaker.py
const FADE = 0.03;   // s in which a voice that is stopped fades

export class Sound {
  constructor(block) {
    this.block = block;
    this.on = false;
    this.context = null;
    this.buffers = new Map();
    this.voices = new Map();
  }

  // A browser lets a page sound only after somebody has touched it: call this from there.
  toggle() {
    this.on = !this.on;
    if (this.on && !this.context) {
      this.context = new AudioContext();
      this.out = this.context.createDynamicsCompressor();
      this.out.connect(this.context.destination);
    }
    if (this.on) this.context.resume();
    else this.hush();
  }

  // Plays what is due in a chapter after one time (s) and up to another.
  goOn(chapter, from, to, speed) {
    if (!this.on || !chapter.cues || speed > FASTEST) return;
    const cues = (chapter.listed ??= this.list(chapter.cues));
    for (let i = this.firstAfter(cues, from); i < cues.length && cues[i][0] <= to; i++) {
      const [seconds, voice, wave, gain, pitch, pan] = cues[i];
      if (wave < 0) this.stop(voice);
      else if (to - seconds <= LATE * Math.max(1, speed)) this.play(voice, wave, gain, pitch, pan);
    }
  }

  // Plays sounds now, as the worker of a level lists them: [kind, name, gain, pan].
  now(sounds, speed) {
    if (!this.on || speed > FASTEST) return;
    for (const [kind, name, gain, pan] of sounds) {
      const wave = this.block.head.waveOf[`${kind} ${name}`];
      if (wave !== undefined) this.play((this.count = (this.count || 0) + 1), wave, gain, 1, pan * SIDE);
    }
  }

  list(at) {
    const numbers = this.block.unfold(at, at.count), cues = [];
    let time = 0, voice = 0;
    for (let i = 0; i < at.count; i++) {
      const number = (column) => numbers[column * at.count + i];
      time += number(0);
      voice = (voice + number(1)) | 0;
      cues.push([time / 1000, voice, number(2), number(3) / 255, number(4) / 1000, number(5) / 127]);
    }
    return cues;
  }

  firstAfter(cues, from) {
    let low = 0, high = cues.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cues[middle][0] <= from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  play(voice, wave, gain, pitch, pan) {
    const { context } = this, source = context.createBufferSource(), level = context.createGain();
    source.buffer = this.buffer(wave);
    source.playbackRate.value = pitch;
    level.gain.value = gain;
    const place = context.createStereoPanner();
    place.pan.value = pan;
    source.connect(level).connect(place).connect(this.out);
    source.addEventListener("ended", () => {
      if (this.voices.get(voice)?.source === source) this.voices.delete(voice);
    });
    this.voices.set(voice, { source, level });
    source.start();
  }

  stop(voice) {
    const playing = this.voices.get(voice);
    if (!playing) return;
    this.voices.delete(voice);
    const now = this.context.currentTime;
    playing.level.gain.setTargetAtTime(0, now, FADE / 3);
    playing.source.stop(now + FADE);
  }

  hush() {
    for (const voice of [...this.voices.keys()]) this.stop(voice);
  }

  buffer(wave) {
    if (!this.buffers.has(wave)) {
      const { rate, samples } = this.block.head.waves[wave], packed = this.block.view(samples);
      const buffer = this.context.createBuffer(1, packed.length, rate), data = buffer.getChannelData(0);
      for (let i = 0; i < packed.length; i++) {
        const level = packed[i] / 127.5 - 1;
        data[i] = (Math.sign(level) * (256 ** Math.abs(level) - 1)) / 255;
      }
      this.buffers.set(wave, buffer);
    }
    return this.buffers.get(wave);
  }
}
