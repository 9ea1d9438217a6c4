import { createPlayer, type Player, type World } from '../player.ts'
import { FakeAudio } from './fake-audio.ts'

/** A player whose sound goes on as the test says. */
export function createFakePlayer({
  tellFailure = () => {},
  recall = () => null,
}: Partial<Omit<World, 'output'>> = {}): {
  player: Player
  audio: FakeAudio
} {
  let audio: FakeAudio | undefined
  const output: World['output'] = (report, tick) => (audio = new FakeAudio(report, tick))
  const player = createPlayer({ output, tellFailure, recall })
  if (audio === undefined) throw new Error('The player has no sound')
  return { player, audio }
}
