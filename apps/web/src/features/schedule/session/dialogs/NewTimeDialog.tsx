import { Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { NextFreeTimes } from '../../session-type/session-type.ts'
import { MessageField } from '../../../../ui/input/MessageField.tsx'
import { TimeChange } from '../summary/TimeChange.tsx'
import { EditConflict, changedSessionOf } from './EditConflict.tsx'
import { slotConflictsOf } from '../conflicts.ts'
import { counterpartName } from '../summary/status.tsx'
import type { OtherTimesProps } from './other-times.ts'
import { useSessionRefusalText } from '../summary/refusals.ts'
import { SlotTakenNotice } from './SlotTakenNotice.tsx'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'
import { useNewTimeForm, type NewTimeForm, type NewTimeFormProps } from './use-new-time-form.ts'

type Props = NewTimeFormProps & {
  /** Whether the viewer can book the time despite conflicts. */
  mayAnyway?: boolean
  /** Texts of the switch 'the other side has already agreed'. Without these texts, the switch is not shown. */
  mayAgree?: { label: string; hint: string }
  consequence?: (agreed: boolean) => string
  /**
   * Renders suggested times instead of the time fields. Receives the time fields as `fields`, because the viewer can
   * also enter another time.
   */
  times?: (offer: Omit<OtherTimesProps, 'session'>) => ReactNode
  children?: ReactNode
}

/**
 * Asks for a new time of a session. Shows the old and the new time, a field for the reason, the consequence, and
 * conflicts that the server reports.
 */
export function NewTimeDialog(props: Props) {
  const { session, viewer, dialogKey, zone, mayAnyway = false, children, onClose } = props
  const { t } = useTranslation('sessionDialog')
  const locale = useLocale()
  const form = useNewTimeForm(props)
  const { draft, startsAt, isSame, act } = form
  const { when } = draft.value
  const fields = (
    <SessionTimeFields value={when} onChange={form.change} zone={zone} problems={form.problems} focus={!props.times} />
  )
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(`${dialogKey}.title`)}
      submit={t(`${dialogKey}.submit`)}
      back={t(`${dialogKey}.back`)}
      busy={act.isPending}
      dirty={draft.dirty}
      notice={<NewTimeRefusal form={form} {...{ session, viewer, mayAnyway, onClose }} />}
      onSubmit={() => form.submit()}
    >
      <DraftCallout draft={draft} />
      <TimeChange
        before={momentText(session.startsAt, locale)}
        after={startsAt && !isSame ? momentText(startsAt, locale) : null}
      />
      {children}
      {viewer === 'therapist' && (
        <NextFreeTimes
          format={session.format}
          minutes={when.minutes}
          typeId={session.type?.id}
          sessionId={session.id}
          zone={zone}
          chosen={isSame ? null : startsAt}
          onChoose={form.choose}
        />
      )}
      {props.times ? props.times({ startsAt: isSame ? null : startsAt, onChoose: form.choose, fields }) : fields}
      <NewTimeReason {...props} form={form} />
    </FormDialog>
  )
}

type ReasonProps = Pick<Props, 'session' | 'viewer' | 'dialogKey' | 'mayAgree' | 'consequence'> & { form: NewTimeForm }

/** Renders the field for the reason, the switch 'the other side has already agreed', and the consequence. */
function NewTimeReason({ form: { draft }, session, viewer, dialogKey, mayAgree, consequence }: ReasonProps) {
  const { t } = useTranslation('sessionDialog')
  const { reason, agreed } = draft.value
  return (
    <>
      <MessageField
        rows={[1, 5]}
        label={t(`${dialogKey}.reason`)}
        description={t('reasonHint', { name: counterpartName(session, viewer) })}
        value={reason}
        onChange={(next) => draft.change({ ...draft.value, reason: next })}
      />
      {mayAgree && (
        <Switch
          label={mayAgree.label}
          description={mayAgree.hint}
          checked={agreed}
          onChange={(event) => draft.change({ ...draft.value, agreed: event.currentTarget.checked })}
        />
      )}
      {consequence && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {consequence(agreed)}
        </Text>
      )}
    </>
  )
}

type RefusalProps = Pick<Props, 'session' | 'viewer' | 'mayAnyway' | 'onClose'> & { form: NewTimeForm }

/** Shows why the time cannot be saved: it has not changed, or the server refused it because of a newer version, conflicts or another reason. */
function NewTimeRefusal({ form, session, viewer, mayAnyway, onClose }: RefusalProps) {
  const { act, submit } = form
  const { t } = useTranslation('sessionDialog')
  const refusal = useSessionRefusalText(viewer, 'update')
  const conflicts = slotConflictsOf(act.error)
  const theirs = changedSessionOf(act.error)
  if (form.wasSame && form.isSame)
    return (
      <Callout kind="info" urgent>
        {t('same')}
      </Callout>
    )
  if (theirs)
    return (
      <EditConflict before={session} after={theirs} onKeep={() => submit(false, theirs.revision)} onTake={onClose} />
    )
  if (conflicts)
    return (
      <SlotTakenNotice
        conflicts={conflicts}
        busy={act.isPending}
        onAnyway={mayAnyway ? () => submit(true) : undefined}
      />
    )
  return (
    act.isError && (
      <Callout kind="danger" urgent>
        {refusal(act.error)}
      </Callout>
    )
  )
}
