import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { rescueFocus } from '../dialog/modal.ts'
import { dropLayers, enterLayer, narrow } from '../layers/layers.ts'
import { dragDown } from './drag-down.ts'
import styles from './sheet.module.css'

/** Props of the button that opens the sheet. */
export interface OpenerProps {
  popoverTarget: string
  style: CSSProperties
  'aria-haspopup': 'dialog'
  'aria-expanded': boolean
  onClick: (event: MouseEvent) => void
}

interface SheetProps {
  title: string
  /** A fact beside the title, in a few words. */
  aside?: ReactNode
  renderOpener: (props: OpenerProps) => ReactNode
  /** Rendered while open. Links need `replace`: the open sheet has an entry of the history. */
  children: (close: () => void) => ReactNode
}

/** On phones a modal sheet from the foot, closed also by a drag down and by the way back; else a popover at its button. */
export function Sheet({ title, aside, renderOpener, children }: SheetProps) {
  const id = useId()
  const [shown, setShown] = useState<'modal' | 'popover' | null>(null)
  const router = useRouter()
  const [dragging] = useState(dragDown)
  const close = () => closeSheet(id)
  const anchor = `--sheet-${id.replaceAll(/\W/g, '')}`

  useEffect(() => {
    if (shown !== 'modal') return
    const leave = enterLayer(() => closeSheet(id))
    const stop = router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
      if (!hrefChanged) return
      dropLayers()
      closeSheet(id)
    })
    return () => {
      stop()
      leave()
    }
  }, [id, router, shown])

  return (
    <>
      {renderOpener({
        popoverTarget: id,
        style: { anchorName: anchor } as CSSProperties,
        'aria-haspopup': 'dialog',
        'aria-expanded': shown !== null,
        onClick: (event) => {
          if (!matchMedia(narrow).matches) return
          event.preventDefault()
          dialogOf(id)?.showModal()
          setShown('modal')
        },
      })}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the backdrop; its key is Escape */}
      <dialog
        id={id}
        popover="auto"
        className={styles.sheet}
        style={{ positionAnchor: anchor } as CSSProperties}
        aria-label={title}
        onToggle={(event) => {
          event.stopPropagation()
          if (!event.currentTarget.matches(':modal')) setShown(event.newState === 'open' ? 'popover' : null)
        }}
        // Its events would reach the dialog or bar that it was opened from.
        onCancel={(event) => event.stopPropagation()}
        onPointerDown={(event) => event.stopPropagation()}
        onClose={(event) => {
          event.stopPropagation()
          setShown(null)
          rescueFocus()
        }}
        onClick={(event) => {
          event.stopPropagation()
          if (event.target === event.currentTarget) close()
        }}
      >
        {shown !== null && (
          <div className={styles.content}>
            <div className={styles.head} {...dragging}>
              <h2 className={styles.title}>{title}</h2>
              {aside !== undefined && <p className={styles.aside}>{aside}</p>}
              <IconButton label="Close" className={styles.close} onClick={close}>
                <X size={20} aria-hidden="true" />
              </IconButton>
            </div>
            {children(close)}
          </div>
        )}
      </dialog>
    </>
  )
}

function dialogOf(id: string): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog[id="${id}"]`)
}

function closeSheet(id: string): void {
  const dialog = dialogOf(id)
  if (dialog?.matches(':modal')) dialog.close()
  else dialog?.hidePopover()
}
