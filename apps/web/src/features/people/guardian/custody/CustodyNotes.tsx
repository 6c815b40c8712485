import type { ClientId } from '@attune/contract/common/ids'
import type { CustodyNote } from '@attune/contract/features/people/guardian/guardian.custody'
import { Button, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { dateText } from '../../../../ui/page/date-text.ts'
import rowLink from '../../../../ui/page/row/RowLink.module.css'
import { toast } from '../../../../ui/toast/toast.ts'
import { LazyFileViewDialog } from '../../../care/file/file.ts'
import classes from './custody-notes.module.css'
import { useCustodyChange } from './use-custody-notes.ts'

const CustodyNoteDialog = lazyNamed(() => import('./CustodyNoteDialog.tsx'), 'CustodyNoteDialog')
const FormDialog = lazyNamed(() => import('../../../../ui/dialog/FormDialog.tsx'), 'FormDialog')

/** The custody notes of a client, which only the therapist sees, with buttons that add, edit and delete them. */
export function CustodyNotes({ clientId, notes }: { clientId: ClientId; notes: readonly CustodyNote[] }) {
  const { t } = useTranslation('custodyNote')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.part}>
      <h3 className={classes.title}>{t('title')}</h3>
      <Text size="sm" c="dimmed">
        {t('hint')}
      </Text>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <NoteItem key={note.id} clientId={clientId} note={note} />
          ))}
        </ul>
      )}
      <Button variant="default" size="xs" className={classes.add} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('add')}
      </Button>
      {isOpen && <CustodyNoteDialog clientId={clientId} note={null} onClose={() => setOpen(false)} />}
    </div>
  )
}

function NoteItem({ clientId, note }: { clientId: ClientId; note: CustodyNote }) {
  const { t } = useTranslation('custodyNote')
  const { language } = useLocale()
  const [isEditing, setEditing] = useState(false)
  const day = dateText(note.notedOn, language)
  return (
    <li className={classes.note}>
      <Text size="sm" c="dimmed">
        {day}
      </Text>
      <p className={classes.text}>{note.text}</p>
      {note.file && <NoteFile file={note.file} />}
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          aria-label={t('editOf', { day })}
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
        >
          {t('edit')}
        </Button>
        <RemoveButton clientId={clientId} note={note} day={day} />
      </div>
      {isEditing && <CustodyNoteDialog clientId={clientId} note={note} onClose={() => setEditing(false)} />}
    </li>
  )
}

/** The attached document. It can be opened once it has been checked. */
function NoteFile({ file }: { file: NonNullable<CustodyNote['file']> }) {
  const { t } = useTranslation('custodyNote')
  const [viewed, setViewed] = useState(false)
  if (file.state !== 'ready')
    return (
      <Text size="sm" c="dimmed">
        {file.name} · {t(file.state === 'refused' || file.state === 'quarantined' ? 'refused' : 'checking')}
      </Text>
    )
  return (
    <>
      <UnstyledButton className={rowLink.link} aria-haspopup="dialog" onClick={() => setViewed(true)}>
        {file.name}
      </UnstyledButton>
      {viewed && <LazyFileViewDialog file={file} onClose={() => setViewed(false)} />}
    </>
  )
}

function RemoveButton({ clientId, note: { id }, day }: { clientId: ClientId; note: CustodyNote; day: string }) {
  const { t } = useTranslation('custodyNote')
  const [isOpen, setOpen] = useState(false)
  const general = useErrorMessage()
  const remove = useCustodyChange(() => api.guardian.removeCustodyNote({ clientId, id }), t('removed'))
  return (
    <>
      <Button
        variant="default"
        size="xs"
        c="var(--attune-danger)"
        aria-label={t('removeOf', { day })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('remove')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('removeTitle')}
          submit={t('remove')}
          back={t('back')}
          busy={remove.isPending}
          danger
          onClose={() => setOpen(false)}
          onSubmit={() =>
            remove.mutate(undefined, {
              onError: (error) => toast.error((errorCode(error) === 'HELD' && general(error)) || t('failed')),
              onSettled: () => setOpen(false),
            })
          }
        >
          <Text size="sm">{t('removeText')}</Text>
        </FormDialog>
      )}
    </>
  )
}
