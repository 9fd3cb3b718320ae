// The sounds of the table, made by the browser itself: two tones for one's turn, and clicks for dice that fall.

let audio = null;

// The browser lets a page sound only after a person has used it: until then nothing is heard.
function openAudio() {
  audio ??= new AudioContext();
  audio.resume();
  return audio.currentTime;
}

// Lets a source sound from `at` on, as loud as `peak` says, and die away within `length` seconds.
function play(source, at, peak, length) {
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(0.0001, at);
  loudness.gain.exponentialRampToValueAtTime(peak, at + length / 25);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(loudness).connect(audio.destination);
}

export function chime() {
  const now = openAudio();
  for (const [pitch, start] of [
    [659, 0],
    [880, 0.16],
  ]) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    play(tone, now + start, 0.12, 0.5);
    tone.start(now + start);
    tone.stop(now + start + 0.55);
  }
}

const CLICKS = 6; // the most: a handful of dice sounds like a handful

export function rattle(/** @type {number} */ dice) {
  const now = openAudio();
  for (let i = 0; i < Math.min(dice, CLICKS); i++) {
    const at = now + i * 0.06 + Math.random() * 0.04;
    const click = audio.createBufferSource();
    click.buffer = makeNoise(0.05);
    const wood = audio.createBiquadFilter();
    wood.type = "bandpass";
    wood.frequency.value = 1400 + Math.random() * 1200;
    wood.Q.value = 3;
    play(click.connect(wood), at, 0.3, 0.05);
    click.start(at);
  }
}

function makeNoise(/** @type {number} */ length) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
