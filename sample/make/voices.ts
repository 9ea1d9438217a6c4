// Each creator has one voice. Pitch and pauses differ more than pace does: with its pauses each of them
// comes to about 160 words a minute, for which the synthesiser's own measure of pace is a different one per voice.

export type Voice = { speaker: string; pace: number; pitch: number }

export const voices: Record<string, Voice> = {
  soren: { speaker: 'en-gb-x-rp+m3', pace: 138, pitch: 32 },
  ines: { speaker: 'en-us+f2', pace: 146, pitch: 48 },
  quill: { speaker: 'en-gb+Michael', pace: 147, pitch: 40 },
  ottilie: { speaker: 'en-gb-x-rp+f3', pace: 152, pitch: 52 },
  maelle: { speaker: 'en-gb-x-rp+Annie', pace: 138, pitch: 44 },
  lukasz: { speaker: 'en-us+m7', pace: 149, pitch: 38 },
  jurgen: { speaker: 'en-gb-scotland+m1', pace: 139, pitch: 26 },
  gull: { speaker: 'en-029+m3', pace: 130, pitch: 30 },
  tuva: { speaker: 'en-gb-scotland+f4', pace: 144, pitch: 46 },
  amparo: { speaker: 'es+f2', pace: 150, pitch: 46 },
  mechthild: { speaker: 'de+f3', pace: 142, pitch: 44 },
  noor: { speaker: 'en-us+f4', pace: 158, pitch: 50 },
}

// Names an English voice would otherwise spell out letter by letter.
const respellings: [written: string, spoken: string][] = [
  ['Szczęsna', 'Shchensna'],
  ['Łąkowa', 'Wonkova'],
  ['Ångsjö', 'Ongshuh'],
  ['Crème Brûlée', 'Crem Broolay'],
  ['crème brûlée', 'crem broolay'],
]

export function asSpoken(text: string): string {
  return respellings.reduce((spoken, [written, sound]) => spoken.replaceAll(written, sound), text)
}
