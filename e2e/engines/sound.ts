import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInPath } from '../../scripts/machine.mjs'
import { startSoundDevice } from '../../scripts/sound-device.ts'

/** A device for the sounds of all browsers of a run, which inherit its address. */
export default async function giveSoundDevice(): Promise<() => Promise<void>> {
  if (!isInPath('pulseaudio')) return async () => {}
  const folder = await mkdtemp(join(tmpdir(), 'earmark-sound-'))
  const device = await startSoundDevice(folder)
  process.env.PULSE_SERVER = device.address
  return async () => {
    await device.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
