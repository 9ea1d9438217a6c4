import { withArranging } from './arranging.ts'
import { type SpeedOf, withOwnSpeeds } from './own-speeds.ts'
import type { Player } from './player.ts'
import { withSleep } from './sleep.ts'
import { keepTrying, withRetries } from './retrying.ts'
import type { Rules } from './steps.ts'
import { transition } from './transition.ts'

/**
 * All of the player's rules. The first click needs none of those laid over `transition`: they come with the bar,
 * which is where they are asked for.
 */
export function fullRules(speedOf: SpeedOf = () => 1): Rules {
  return withSleep(withOwnSpeeds(withRetries(withArranging(transition)), speedOf))
}

/** Has the player keep all of them, try again in time, and hear how far the sound is while its sleep timer counts. */
export function teachAll(player: Player, speedOf?: SpeedOf): () => void {
  player.learn(fullRules(speedOf))
  const stopTrying = keepTrying(player)
  const stopTicking = player.positions.subscribe(({ position }) => {
    if (player.store.getState().sleep?.kind === 'time') player.send({ type: 'tick', position })
  })
  return () => {
    stopTrying()
    stopTicking()
  }
}
