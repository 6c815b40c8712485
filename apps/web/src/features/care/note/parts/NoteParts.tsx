import type { Note } from '@attune/contract/features/care/note/note'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { CardSkeleton } from '../../../../ui/page/loading/CardSkeleton.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { LazyRecordId } from '../../record-copy/record-copy.ts'
import { NoteFrame } from '../NoteFrame.tsx'
import { SignRow } from '../session-note/SignRow.tsx'
import { useNoteParts } from '../session-note/use-note.ts'
import { NoteTemplateBar } from '../templates/NoteTemplateBar.tsx'
import { templateBlocks } from '../templates/templates.ts'
import { NotePartSection } from './NotePartSection.tsx'
import { PartList } from './PartList.tsx'
import classes from './parts.module.css'
import { useShownParts } from './shown-parts.ts'
import { useOpenParts } from './use-open-parts.ts'

const SessionNoteCopies = lazyNamed(() => import('../copies/NoteCopies.tsx'), 'SessionNoteCopies', <Pending />)
const SignPartsDialog = lazyNamed(() => import('./SignPartsDialog.tsx'), 'SignPartsDialog')

type Props = { session: Session; onSigned?: () => void }

/** Shows the note of a session with several clients: the shared part and a part for each client, with one signature for all. */
export function NoteParts({ session, onSigned }: Props) {
  const { t } = useTranslation('note')
  const read = useNoteParts(session.id)
  if (read.data) return <Parts {...{ session, onSigned }} notes={read.data.parts} />
  return (
    <NoteFrame>
      {read.isPending ? <CardSkeleton height={480} /> : <Query of={read} failed={t('loadFailed')} again={t('again')} />}
    </NoteFrame>
  )
}

type PartsProps = { session: Session; notes: readonly Note[]; onSigned: (() => void) | undefined }

function Parts({ session, notes, onSigned }: PartsProps) {
  const { t } = useTranslation('note')
  const parts = useShownParts(session, notes)
  const open = useOpenParts()
  const [isSigning, setSigning] = useState(false)
  const isSigned = parts.some(({ note }) => note.signedAt)
  const filled = Object.keys(open.states).filter((key) => open.states[key]?.isFilled)
  const insertIntoAll = (headings: readonly string[]) => {
    for (const editor of open.editors.values()) editor.insertAtEnd(templateBlocks(headings))
  }
  // Signing the last part with text leaves nothing to do here.
  const onPartSigned = (key: string) => (filled.some((other) => other !== key) ? undefined : onSigned)
  return (
    <>
      <NoteFrame>
        {Object.keys(open.states).length > 1 && (
          <div className={classes.everyone}>
            <NoteTemplateBar title={t('parts.everyone')} onInsert={insertIntoAll} />
          </div>
        )}
        <div className={classes.columns}>
          <PartList parts={parts} open={open} />
          <div className={classes.parts}>
            {parts.map((shown) => (
              <NotePartSection key={shown.key} {...{ shown, open, isSigned }} onSigned={onPartSigned(shown.key)} />
            ))}
          </div>
        </div>
        {!isSigned && <SignRow disabled={filled.length === 0} onSign={() => setSigning(true)} />}
        <LazyRecordId id={session.id} />
        {isSigning && <SignPartsDialog {...{ parts, open, onSigned }} onClose={() => setSigning(false)} />}
      </NoteFrame>
      <SessionNoteCopies sessionId={session.id} />
    </>
  )
}
