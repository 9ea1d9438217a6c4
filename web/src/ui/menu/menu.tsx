import { Ellipsis, type LucideIcon } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../button/icon-button.tsx'
import styles from './menu.module.css'
import { openByHolding } from './open-by-holding.ts'

interface MenuButtonProps {
  /** The accessible name of button and menu. */
  label: string
  /** `MenuItem`s, or links with `role="menuitem"` and `menuItemClass`; of a function, from the first opening on. */
  children: ReactNode | (() => ReactNode)
  /** The selector of an element around it that opens it, too: when a finger is held there. */
  heldIn?: string
  outlined?: boolean
  className?: string | undefined
  short?: string
}

/** A ⋯ button with a menu of actions, after the menu button pattern of the WAI-ARIA APG. */
export function MenuButton({ label, children, heldIn, outlined, className, short }: MenuButtonProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const opensAtEnd = useRef(false)
  const [wasOpened, setWasOpened] = useState(false)
  const anchor = `--menu-${id.replaceAll(/\W/g, '')}`

  useEffect(() => {
    const area = heldIn === undefined ? null : menu.current?.closest<HTMLElement>(heldIn)
    return menu.current && area ? openByHolding(menu.current, area) : undefined
  }, [heldIn])

  function openByKey(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    opensAtEnd.current = event.key === 'ArrowUp'
    menu.current?.showPopover()
  }

  function focusItem() {
    itemsOf(menu.current)
      .at(opensAtEnd.current ? -1 : 0)
      ?.focus()
    opensAtEnd.current = false
  }

  return (
    <>
      <IconButton
        label={label}
        outlined={outlined}
        className={className}
        style={{ anchorName: anchor } as CSSProperties}
        aria-haspopup="menu"
        data-short={short}
        popoverTarget={id}
        onKeyDown={openByKey}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </IconButton>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        style={{ positionAnchor: anchor } as CSSProperties}
        onBeforeToggle={({ newState }) => {
          // The items are there before the focus comes.
          if (newState === 'open') flushSync(() => setWasOpened(true))
        }}
        onToggle={({ newState }) => {
          if (newState === 'open') focusItem()
        }}
        onKeyDown={moveByKey}
        // Closed before the item's action: a dialog opened by it gives the focus back to the button.
        onClickCapture={({ currentTarget, target }) => {
          const item = (target as Element).closest('[role=menuitem]')
          if (item && item.ariaDisabled !== 'true') currentTarget.hidePopover()
        }}
      >
        {typeof children !== 'function' ? children : wasOpened && children()}
      </div>
    </>
  )
}

/** The class of an item, for links in a menu. */
export const menuItemClass = styles.item

interface MenuItemProps {
  icon?: LucideIcon
  /** `danger`: cannot be undone. */
  kind?: 'plain' | 'danger'
  /** Still reached by the arrow keys. */
  disabled?: boolean
  onSelect: () => void
  children: string
}

export function MenuItem({
  icon: Icon,
  kind = 'plain',
  disabled = false,
  onSelect,
  children,
}: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      data-kind={kind}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onSelect()
      }}
    >
      {Icon && <Icon size={18} aria-hidden="true" />}
      {children}
    </button>
  )
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}

function moveByKey(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, currentTarget: menu } = event
  // The focus returns to the button, from which the browser goes on.
  if (key === 'Tab') return menu.hidePopover()
  const items = itemsOf(menu)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const goal = goalOf(key, items, at)
  if (!goal) return
  event.preventDefault()
  goal.focus()
}

function goalOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at < 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLowerCase()
  return [...items.slice(at + 1), ...items].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(letter),
  )
}
