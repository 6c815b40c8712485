import type { SessionId, SessionTypeId, TherapistId } from '@attune/contract/common/ids'
import type { OwnWaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { OfferedTypeChoice, useOfferedType } from '../session-type/session-type.ts'
import { useWaitingListForm } from './use-waiting-list.ts'
import { WishFields } from './WishFields.tsx'
import { newWish, wishOf, wishProblem, wishValues } from './wish-draft.ts'

type Therapist = { therapistId: TherapistId; name: string }
/** The entry that the dialog edits: an existing one, or a new one for an earlier time of a session or for a further session. */
export type AskedWish = { entry: OwnWaitingEntry } | { therapists: readonly Therapist[]; sessionId: SessionId | null }
type Format = OwnWaitingEntry['format']

/** Asks a client when they have time, and adds or changes their waiting list entry. */
export function WishDialog({ asked, onClose }: { asked: AskedWish; onClose: () => void }) {
  const { t } = useTranslation('waitingList')
  const entry = 'entry' in asked ? asked.entry : null
  const therapists = 'therapists' in asked ? asked.therapists : []
  const sessionId = 'entry' in asked ? asked.entry.sessionId : asked.sessionId
  const [therapistId, setTherapistId] = useState(entry?.therapistId ?? therapists[0]?.therapistId ?? '')
  const [wish, setWish] = useState(entry ? wishOf(entry) : newWish())
  const [format, setFormat] = useState<Format>(entry?.format ?? 'video')
  const [checked, setChecked] = useState(false)
  const offered = useOfferedType(therapistId)
  const save = useSaveWish(entry, onClose)
  const submit = () => {
    setChecked(true)
    if (wishProblem(wish)) return
    const what = { typeId: sessionId ? null : (offered.type?.id ?? null), format: offered.type?.format ?? format }
    save.mutate({ therapistId, sessionId, ...what, ...wishValues(wish) })
  }
  return (
    <FormDialog
      title={t(sessionId ? 'ask.earlier' : 'ask.further')}
      submit={t(entry ? 'ask.save' : 'ask.join')}
      back={t('cancel')}
      busy={save.isPending}
      problem={save.problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm" c="dimmed">
        {t(sessionId ? 'ask.earlierHint' : 'ask.furtherHint')}
      </Text>
      {therapists.length > 1 && !sessionId && (
        <NativeSelect
          label={t('wish.therapist')}
          value={therapistId}
          data={therapists.map((one) => ({ value: one.therapistId, label: one.name }))}
          onChange={(event) => setTherapistId(event.currentTarget.value)}
        />
      )}
      {!sessionId &&
        (offered.type ? <OfferedTypeChoice of={offered} /> : <FormatChoice value={format} onChange={setFormat} />)}
      <WishFields wish={wish} onChange={setWish} checked={checked} />
    </FormDialog>
  )
}

function FormatChoice({ value, onChange }: { value: Format; onChange: (format: Format) => void }) {
  const { t } = useTranslation(['waitingList', 'session'])
  return (
    <NativeSelect
      label={t('wish.format')}
      value={value}
      data={sessionFormats.map((one) => ({ value: one, label: t(`session:format.${one}`) }))}
      onChange={(event) => onChange(event.currentTarget.value as Format)}
    />
  )
}

type Saved = ReturnType<typeof wishValues> & {
  therapistId: TherapistId
  sessionId: SessionId | null
  typeId: SessionTypeId | null
  format: Format
}

function useSaveWish(entry: OwnWaitingEntry | null, onClose: () => void) {
  const { t } = useTranslation('waitingList')
  const [id] = useState(createId)
  const save = ({ therapistId, sessionId, ...wish }: Saved): Promise<unknown> =>
    entry
      ? api.waitingList.change({ id: entry.id, version: entry.version, ...wish })
      : api.waitingList.join({ id, therapistId, sessionId, ...wish })
  return useWaitingListForm(save, t(entry ? 'done.changed' : 'done.joined'), onClose)
}
