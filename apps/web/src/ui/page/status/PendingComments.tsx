import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../platform/create-store.ts'
import { discardWaiting } from '../../../platform/outgoing/outgoing-changes.ts'
import { pendingChanges } from '../../../platform/outgoing/outgoing-state.ts'
import { PendingChangeBadge } from './PendingChangeBadge.tsx'
import classes from './PendingComments.module.css'

type Props = {
  /** The name of the changed object, as in the queue of changes. */
  thing: string
  /** The current text of the form. */
  text: string
  /** Called with the new text of the form, which ends with the refused comment. */
  onEdit: (text: string) => void
}

/**
 * Lists the comments on `thing` that were written without a connection and are not on the server. A comment that the
 * server refused can be put back into the form.
 */
export function PendingComments({ thing, text: written, onEdit }: Props) {
  const { t } = useTranslation('common')
  const waiting = useStore(pendingChanges).filter((change) => change.thing === thing)
  if (waiting.length === 0) return null
  return (
    <ul className={classes.texts}>
      {waiting.map((change) => {
        const { text } = change.input as { text: string }
        return (
          <li key={change.number}>
            <PendingChangeBadge change={change} />
            <p>{text}</p>
            {change.refused && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void discardWaiting(change).then(() => onEdit(`${written}\n${text}`.trim()))}
              >
                {t('offline.edit')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
