import { createPlayer, type Player, type World } from '../player.ts'
import { FakeAudio } from './fake-audio.ts'

/** A player whose sound goes on as the test says. */
export function createFakePlayer({ tellFailure = () => {}, recall }: Partial<Omit<World, 'output'>> = {}): {
  player: Player
  audio: FakeAudio
} {
  let audio: FakeAudio | undefined
  const player = createPlayer({
    output: (report, tick) => (audio = new FakeAudio(report, tick)),
    tellFailure,
    ...(recall && { recall }),
  })
  if (audio === undefined) throw new Error('The player has no sound')
  return { player, audio }
}
