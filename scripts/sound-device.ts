import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stopProcess, untilTrue } from './processes.ts'

export interface SoundDevice {
  /** What the variable `PULSE_SERVER` of a program names that plays on it. */
  readonly address: string
  stop(): Promise<void>
}

/** A sound device that nobody hears: without one Firefox refuses recordings. Its folder must exist. */
export async function startSoundDevice(folder: string): Promise<SoundDevice> {
  const socket = join(folder, 'sound')
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`]
  const device = spawn(
    'pulseaudio',
    ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules.flatMap((name) => ['-L', name])],
    { env: { ...process.env, XDG_RUNTIME_DIR: folder, HOME: folder }, stdio: 'ignore' },
  )
  const stop = () => stopProcess(device)
  try {
    await untilTrue(async () => existsSync(socket))
  } catch (error) {
    await stop()
    throw error
  }
  return { address: `unix:${socket}`, stop }
}
