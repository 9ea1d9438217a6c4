import { type Player, together } from './player.ts'

const patienceMilliseconds = 2000

/** Tells of a change of file that does not sound while the page is hidden: phones with a locked screen have done so. */
export function watchInBackground(player: Player): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    if (document.hidden) player.send({ type: 'stuck', position: player.position() })
  }

  return together(
    () => clearTimeout(timer),
    player.store.subscribe((state, before) => {
      const isSame =
        state.changing === before.changing && state.file === before.file && state.load === before.load
      if (isSame) return
      clearTimeout(timer)
      if (state.changing) timer = setTimeout(tell, patienceMilliseconds)
    }),
  )
}
