import { maxCollectionItems } from '@earmark/contract/collections.ts'
import { GripVertical, Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { type HandleProps, type Shift, useReorder } from '../../../ui/reorder/use-reorder.ts'
import { Picture } from '../../../ui/table/picture.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { collectionMessages as messages } from '../messages.ts'
import styles from './collection-items.module.css'
import { type ItemValue, keyOf, moveItem } from './collection-values.ts'
import { openWorkSelector } from './work-selector.tsx'

interface CollectionItemsProps {
  items: readonly ItemValue[]
  onChange: (items: readonly ItemValue[]) => void
  disabled: boolean
  /** The server's refusal of these items. */
  refused: string | undefined
}

/** The audio books and podcasts of a collection, in the order that their handles give them. */
export function CollectionItems({ items, onChange, disabled, refused }: CollectionItemsProps) {
  const id = useId()
  const adding = useRef<HTMLButtonElement>(null)
  const [said, setSaid] = useState('')
  const drag = useReorder(items.length, (key: string, place) => {
    onChange(moveItem(items, key, place))
    setSaid(messages.movedTo(place + 1, items.length))
  })
  const isFull = items.length >= maxCollectionItems

  function remove(item: ItemValue) {
    onChange(items.filter((other) => other !== item))
    adding.current?.focus()
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {messages.items} <span className="number">{items.length}</span>
      </h2>
      {items.length === 0 && <p className={styles.none}>{messages.none}</p>}
      <ol role="list" className={styles.list} data-dragging={drag.isDragging ? '' : undefined}>
        {items.map((item, place) => (
          <ItemRow
            key={keyOf(item)}
            item={item}
            disabled={disabled}
            describedBy={`${id}-keys`}
            shift={drag.shiftOf(place)}
            handle={drag.handleOf(keyOf(item), place)}
            onRemove={() => remove(item)}
          />
        ))}
      </ol>
      {refused !== undefined && (
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
      )}
      <p id={`${id}-keys`} hidden>
        {messages.moveKeys}
      </p>
      <div aria-live="polite">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
      {isFull && <p className={styles.none}>{messages.full(maxCollectionItems)}</p>}
      <div>
        <Button
          ref={adding}
          aria-disabled={disabled || isFull}
          onClick={() => {
            if (!disabled && !isFull) void openWorkSelector(items, onChange)
          }}
        >
          <Plus size={18} aria-hidden="true" />
          {messages.add}
        </Button>
      </div>
    </section>
  )
}

interface ItemRowProps {
  item: ItemValue
  disabled: boolean
  describedBy: string
  shift: Shift | null
  handle: HandleProps
  onRemove: () => void
}

function ItemRow({ item, disabled, describedBy, shift, handle, onRemove }: ItemRowProps) {
  const { name, kind, status, cover } = item
  return (
    <li
      className={styles.row}
      data-dragged={shift?.isDragged ? '' : undefined}
      style={shift === null ? undefined : { transform: `translateY(${shift.pixels}px)` }}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={messages.move(name)}
        aria-describedby={describedBy}
        disabled={disabled}
        {...handle}
      >
        <GripVertical size={18} aria-hidden="true" />
      </button>
      <span className={styles.cover} aria-hidden="true">
        <Picture src={cover} alt="" />
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className="meta">
          {messages.kinds[kind]}
          {status !== 'Published' && <strong className={styles.status}> · {status}</strong>}
        </span>
      </span>
      <IconButton label={messages.remove(name)} disabled={disabled} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
