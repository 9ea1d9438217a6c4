import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import styles from './feed-dialog.module.css'
import { feedMessages as messages } from './messages.ts'

interface FeedAddressProps {
  label: string
  address: string
  hint?: string
}

/** An address to be copied, and links by which apps take it over. */
export function FeedAddress({ label, address, hint }: FeedAddressProps) {
  // A toast would be behind the dialog.
  const [copying, setCopying] = useState<'copy' | 'copied' | 'copyingFailed'>('copy')
  const withoutScheme = address.replace(/^https?:/, '')

  async function copy() {
    setCopying(
      await navigator.clipboard.writeText(address).then(
        () => 'copied',
        () => 'copyingFailed',
      ),
    )
  }

  return (
    <>
      <TextField
        label={label}
        hint={hint}
        value={address}
        dir="ltr"
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      {/* Browsers have it on https and localhost only. */}
      {'clipboard' in navigator && (
        <div>
          <Button kind="filled" onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
            <span aria-live="polite">{messages[copying]}</span>
          </Button>
        </div>
      )}
      <p className={styles.apps}>
        {messages.add}
        <a href={`podcast:${withoutScheme}`}>{messages.podcastApp}</a>
        <a href={`antennapod-subscribe:${withoutScheme}`}>{messages.antennaPod}</a>
      </p>
    </>
  )
}
