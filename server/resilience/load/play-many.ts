import { Agent } from 'node:http'
import type { PlayersJob, PlayersReport, Recording } from './player-jobs.ts'
import { Player } from './player.ts'
import { PlayersTally } from './players-tally.ts'
import { PlayingPerson } from './playing-person.ts'

/**
 * Hundreds of players, in a process of their own so that nothing else makes them late. Asked by a message, answers
 * with one. Half of them read one stream at the pace of the sound, half ask for range after range.
 */

const tickMs = 50
const rangeBytes = 64 * 1024
/** Below what the server lets one address have. */
const peoplePerAddress = 25

async function play(job: PlayersJob): Promise<PlayersReport> {
  const tally = new PlayersTally()
  const agent = new Agent({ keepAlive: true })
  const [players, people] = gather(job, tally, agent)
  const begun = performance.now()
  let last = begun
  const tick = () => {
    const now = performance.now()
    const [seconds, passed] = [(now - begun) / 1_000, (now - last) / 1_000]
    tally.lag(Math.max(0, now - last - tickMs))
    last = now
    const isStorm = seconds % job.stormEverySeconds > job.stormEverySeconds - job.stormSeconds
    for (const person of people) person.live(seconds, passed, isStorm)
    return seconds < job.seconds
  }
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (tick()) return
      clearInterval(timer)
      resolve()
    }, tickMs)
  })
  for (const player of players) player.stop()
  agent.destroy()
  return tally.report(players.reduce((sum, { heardSeconds }) => sum + heardSeconds, 0))
}

function gather(job: PlayersJob, tally: PlayersTally, agent: Agent): [Player[], PlayingPerson[]] {
  const { port, recordings, listeners } = job
  const recordingOf = (place: number) => recordings[place % recordings.length] as Recording
  const fromOf = (place: number) => `127.0.3.${1 + Math.floor(place / peoplePerAddress)}`
  const players = listeners.map((_, place) => {
    const recording = recordingOf(place)
    const isStream = place % (2 * recordings.length) < recordings.length
    const range = { recording, rangeBytes: isStream ? Infinity : rangeBytes }
    return new Player({ port, from: fromOf(place), events: tally, ...range })
  })
  const people = listeners.map((listener, place) => {
    const arrivesAt = (job.arrivalSeconds * place) / listeners.length
    const { sizeBytes } = recordingOf(place)
    const own = { player: players[place] as Player, listener, from: fromOf(place), sizeBytes, arrivesAt }
    return new PlayingPerson({ port, agent, tally, ...own })
  })
  return [players, people]
}

process.once('message', (job: PlayersJob) => {
  void play(job).then((report) => process.send?.(report, () => process.disconnect()))
})
