import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { WrittenNote } from './WrittenNote.tsx'
import classes from './note.module.css'
import type { AutosavedText, AutosaveState } from '../../../platform/autosave/autosave-types.ts'

const TextConflict = lazyNamed(() => import('./versions/TextConflict.tsx'), 'TextConflict')

type Props = { state: AutosaveState; autosave: AutosavedText }

/**
 * Shows messages above a text with autosave: unsaved text was restored, there are two versions to choose from, or
 * another version is stored on this device.
 */
export function AutosaveCallouts({ state, autosave }: Props) {
  const { t } = useTranslation('note')
  if (state.phase === 'conflict' && state.theirs !== null)
    return <TextConflict mine={state.text} theirs={state.theirs} autosave={autosave} />
  return (
    <>
      {state.restored && (
        <div className={classes.remark} role="status">
          <Callout>{t(state.phase === 'saved' ? 'backSaved' : 'back')}</Callout>
        </div>
      )}
      {state.setAsideTexts.length > 0 && (
        <SetAsideTexts texts={state.setAsideTexts} onDrop={() => autosave.discardSetAside()} />
      )}
    </>
  )
}

function SetAsideTexts({ texts, onDrop }: { texts: readonly string[]; onDrop: () => void }) {
  const { t } = useTranslation('note')
  const [shown, setShown] = useState(false)
  return (
    <div className={classes.remark}>
      <Callout
        title={t('aside.title')}
        action={
          <>
            <Button variant="subtle" size="compact-sm" onClick={() => setShown(!shown)}>
              {t(shown ? 'aside.hide' : 'aside.show')}
            </Button>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onDrop}>
              {t('aside.discard')}
            </Button>
          </>
        }
      >
        {t('aside.text')}
      </Callout>
      {shown &&
        texts.map((text, place) => (
          <div key={`${place} ${text.length}`} className={classes.other}>
            <WrittenNote note={text} />
          </div>
        ))}
    </div>
  )
}
