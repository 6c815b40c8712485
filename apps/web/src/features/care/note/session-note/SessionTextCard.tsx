import type { SessionId } from '@attune/contract/common/ids'
import { sessionTextMaximum } from '@attune/contract/features/care/note/note.rules'
import type { Session, SessionText } from '@attune/contract/features/schedule/session/session'
import { Switch, Textarea } from '@mantine/core'
import { IconEye, IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../note.module.css'
import { AutosaveCallouts } from '../AutosaveCallouts.tsx'
import { AutosaveStatus } from '../AutosaveStatus.tsx'
import { useSessionTextCache } from './use-note.ts'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import { noteConflict } from '../versions/conflict.ts'
import type { AutosavedText } from '../../../../platform/autosave/autosave-types.ts'
import { plainFormat } from '../../../../platform/autosave/plain-format.ts'
import { useAutosave } from '../../../../platform/autosave/use-autosave.ts'

type Props = { session: Session; saved: SessionText }

/** Edits the objectives or next steps of a session. A switch lets the clients of the session read the text. */
export function SessionTextCard({ session, saved }: Props) {
  const { t, i18n } = useTranslation('note')
  const { kind, shared } = saved
  const remember = useSessionTextCache(session.id)
  const { autosave, ...state } = useAutosave(`${kind}-${session.id}`, saved, {
    maximum: sessionTextMaximum,
    format: plainFormat,
    send: async (text, version) => {
      const after = await api.note.saveText({ sessionId: session.id, kind, text, version }).catch((error: unknown) => {
        throw noteConflict(error)
      })
      return { version: after.version, updatedAt: after.updatedAt }
    },
    onSaved: (after) => remember({ kind, ...after }),
  })
  useSaveKey(() => void autosave.saveNow())
  const share = useShareText(session.id, kind, autosave)
  const names = new Intl.ListFormat(i18n.resolvedLanguage).format(session.participants.map((one) => one.firstName))
  const on = share.isPending ? share.variables : shared
  return (
    <Section
      title={t(`texts.${kind}`)}
      action={
        <ShareSwitch kind={kind} names={names} checked={on} isPending={share.isPending} onChange={share.mutate} />
      }
    >
      <AutosaveCallouts state={state} autosave={autosave} />
      {state.phase !== 'conflict' && (
        <Textarea
          autosize
          minRows={3}
          maxRows={16}
          aria-label={t(`texts.${kind}`)}
          placeholder={t(`texts.${kind}Hint`, { name: names })}
          styles={{ input: { fontSize: 16 } }}
          value={state.text}
          onChange={(event) => autosave.type(event.currentTarget.value)}
        />
      )}
      <div className={classes.under}>
        <Readers isShared={on} names={names} count={session.participants.length} />
        {(state.phase !== 'saved' || state.savedAt) && (
          <AutosaveStatus state={state} maximum={sessionTextMaximum} onTry={() => void autosave.saveNow()} />
        )}
      </div>
    </Section>
  )
}

type SwitchProps = {
  kind: SessionText['kind']
  names: string
  checked: boolean
  isPending: boolean
  onChange: (wanted: boolean) => void
}

/** A switch that shares the text with the clients of the session, or stops sharing it. */
function ShareSwitch({ kind, names, checked, isPending, onChange }: SwitchProps) {
  const { t } = useTranslation('note')
  return (
    <Switch
      labelPosition="left"
      label={t(checked ? 'share.on' : 'share.off')}
      aria-label={t('share.label', { what: t(`texts.${kind}`), name: names })}
      checked={checked}
      disabled={isPending}
      classNames={{ label: classes.switch }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Returns a mutation that shares a text with the clients of a session, or stops sharing it. */
function useShareText(sessionId: SessionId, kind: SessionText['kind'], autosave: AutosavedText) {
  const { t } = useTranslation('note')
  const remember = useSessionTextCache(sessionId)
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      // The server shares the text that it has stored, so unsaved changes must be saved first.
      if (wanted && !(await autosave.saveNow())) throw new Error('not saved')
      return api.note.shareText({ sessionId, kind, shared: wanted })
    },
    onSuccess: (after) => remember({ kind, shared: after.shared }),
    onError: () => toast.error(t('share.failed')),
  })
}

/** Shows who can read the text. */
function Readers({ isShared, names, count }: { isShared: boolean; names: string; count: number }) {
  const { t } = useTranslation('note')
  const Icon = isShared ? IconEye : IconLock
  return (
    <span className={classes.who} data-shared={isShared || undefined}>
      <Icon size={15} stroke={1.75} aria-hidden />
      {t(isShared ? 'share.seen' : 'share.unseen', { name: names, count })}
    </span>
  )
}
