import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFile } from '../../src/testing/forms.ts'
import { type LibraryFolder, makeLibraryFolder } from '../../src/testing/library-folder.ts'
import { variableMp3 } from '../../src/testing/variable-mp3.ts'
import { waveFile } from '../../src/testing/wave-file.ts'

/** A library of somebody who has listened for a while: books of one file and of several, texts and pictures beside them. */
export async function makeFirstLibrary(): Promise<LibraryFolder> {
  const folder = await makeLibraryFolder()
  for (const name of ['Ash', 'Brine', 'Cinder', 'Dune', 'Ember', 'Fen'])
    for (const part of ['1', '2', '3']) await folder.put(`Ada Vell/${name}/${part}.wav`)
  for (const name of ['Gorse', 'Heath', 'Isle']) await folder.put(`Tom Oru/${name}/book.wav`)
  await folder.put('Ada Vell/Ash/metadata.json', metadata('Ash', 'Shores', '1'))
  await folder.put('Ada Vell/Ash/cover.png', await picture('red'))
  await folder.put('Ines Roth/Long/book.mp3', variableMp3(130))
  await folder.put('Ines Roth/Joined/1.mp3', variableMp3(20))
  await folder.put('Ines Roth/Joined/2.mp3', variableMp3(20, 1))
  return folder
}

/** New books, others re-tagged, moved, touched, partly or wholly taken away. */
export async function tidy(folder: LibraryFolder): Promise<void> {
  for (const name of ['Juniper', 'Kelp', 'Ling', 'Moss'])
    for (const part of ['1', '2']) await folder.put(`Nell Ives/${name}/${part}.wav`)
  for (const [index, name] of ['Nettle', 'Oat', 'Pine'].entries()) {
    await folder.put(`Nell Ives/${name}/1.mp3`, variableMp3(10 + index))
    await folder.put(`Nell Ives/${name}/2.mp3`, variableMp3(14 + index, 1))
    await folder.put(`Nell Ives/${name}/cover.png`, await picture('blue'))
    await folder.put(`Nell Ives/${name}/metadata.json`, metadata(name, 'Hedges', String(index + 1)))
  }
  await folder.put('Ada Vell/Ash/metadata.json', metadata('Ash and Salt', 'Shores', '2'))
  await rename(join(folder.path, 'Ada Vell/Brine'), join(folder.path, 'Ada Vell/Salt Water'))
  await folder.touch('Ada Vell/Cinder/1.wav', 1_750_000_000)
  await folder.put('Ada Vell/Dune/2.wav', waveFile(5_000, 'read anew'))
  await folder.put('Ada Vell/Ember/4.wav')
  await folder.remove('Ada Vell/Fen/3.wav')
  await folder.remove('Tom Oru/Gorse')
  await folder.put('Ines Roth/Joined/3.mp3', variableMp3(20, 2))
}

async function picture(color: string): Promise<Uint8Array> {
  return await (await pictureFile(color)).bytes()
}

function metadata(title: string, series: string, sequence: string): string {
  return JSON.stringify({
    title,
    authors: ['Mara Quill'],
    narrators: ['Sol Imber', 'Io Reed'],
    series: [`${series} #${sequence}`],
    chapters: [],
  })
}
