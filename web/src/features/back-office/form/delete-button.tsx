import { useRef } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { useKeptFocus } from '../../../ui/field/use-kept-focus.ts'
import { formMessages } from '../messages.ts'
import type { Deletion } from './use-deletion.ts'

interface DeleteButtonProps {
  deletion: Deletion
  disabled: boolean
  className: string | undefined
}

export function DeleteButton({ deletion, disabled, className }: DeleteButtonProps) {
  const { start, isRunning } = deletion
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(button, isRunning)
  return (
    <Button
      ref={button}
      kind="quiet"
      className={className}
      disabled={disabled || isRunning}
      aria-busy={isRunning}
      onClick={() => void start()}
    >
      {formMessages.delete}
    </Button>
  )
}
