import type { Creator } from '@earmark/contract/creators.ts'
import { openDialog } from '../../../ui/dialog/dialogs.ts'
import { CreatorSelector } from './creator-selector.tsx'

/**
 * Asks an editor for a creator, one that is there or one made on the spot; nothing when the dialog was left.
 *
 * @param known ids of those who cannot be chosen, because they are there already
 */
export function openCreatorSelector(known: readonly number[] = []): Promise<Creator | undefined> {
  return openDialog<Creator>((close) => <CreatorSelector known={known} close={close} />)
}
