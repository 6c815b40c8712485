import type { ClientId } from '@attune/contract/common/ids'
import { Button, Group } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstInvalid } from '../../../../ui/base/focus-field.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import type { FormDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { UnsavedChangesGuard } from '../../../../ui/dialog/UnsavedChangesGuard.tsx'
import { reportUnreadable } from '../../../../ui/input/use-typed-entry.ts'
import { localDay } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from './ClientForm.module.css'
import { haveSameTraits } from '../duplicates/traits.ts'
import { OptionalFields, SectionFields } from './ClientFields.tsx'
import { isAlwaysShown } from './fields.ts'
import { clientProblems, type ClientFormValues, type ClientProblems } from './values.ts'
import { CollapsibleCard } from './CollapsibleCard.tsx'
import { useDuplicateCheck } from '../duplicates/use-duplicate-check.ts'

const DuplicatesDialog = lazyNamed(() => import('../duplicates/DuplicatesDialog.tsx'), 'DuplicatesDialog')

type Props = {
  facts: ClientFormValues
  onChange: (facts: ClientFormValues) => void
  /** The id of the edited record and its values before the edit; absent for a new client. */
  before?: { id: ClientId; facts: ClientFormValues }
  /** The content above the form fields. */
  head?: ReactNode
  /** The content below the email field. */
  mailing?: ReactNode
  /** The content below the form fields. */
  tail?: ReactNode
  failed: ReactNode
  submit: string
  busy: boolean
  draft: FormDraft
  saved: boolean
  /** Called when the values are valid and the therapist has reviewed possible duplicates. */
  onSave: () => void
  onCancel: () => void
}

/**
 * The form to add or edit a client. It validates the values, checks for possible duplicates, and asks before the
 * therapist leaves with unsaved changes.
 */
export function ClientForm(props: Props) {
  const { before, head, tail, failed, submit, busy, draft, onCancel } = props
  const { t } = useTranslation('client')
  const online = useOnline()
  const { problems, more, setMore, doubles, send } = useClientForm(props)
  return (
    <>
      <form onSubmit={send} noValidate className={classes.form}>
        {head}
        <DraftCallout draft={draft} />
        <Fields {...props} problems={problems} more={more} onMore={setMore} />
        {tail}
        {Object.keys(problems).length > 0 && <Callout kind="danger">{t('form.fieldsRequired')}</Callout>}
        {!online && <Callout kind="offline">{t('add.offline')}</Callout>}
        {failed}
        <Group justify="flex-end" gap="xs" className={classes.bar}>
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {t(before ? 'profile.cancel' : 'add.cancel')}
          </Button>
          <Button type="submit" loading={busy || doubles.looking}>
            {submit}
          </Button>
        </Group>
      </form>
      <DuplicateReview {...props} doubles={doubles} />
      <LeaveGuard {...props} />
    </>
  )
}

/**
 * Returns the errors of the form, and `send`, which validates the values, checks for possible duplicates and then calls
 * `onSave`.
 */
function useClientForm({ facts, before, busy, onSave }: Props) {
  const locale = useLocale()
  const [checked, setChecked] = useState(false)
  const [more, setMore] = useState(before !== undefined)
  const doubles = useDuplicateCheck(before?.id)
  const today = localDay(useNow().toISOString(), locale)
  const problems = checked ? clientProblems(facts, today) : {}
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reportUnreadable(event.currentTarget)) return
    const found = Object.keys(clientProblems(facts, today)) as (keyof ClientProblems)[]
    setChecked(found.length > 0)
    if (found.some((field) => !isAlwaysShown(field))) setMore(true)
    if (found.length) return focusFirstInvalid(event.currentTarget)
    if (busy || doubles.looking) return
    if (before && haveSameTraits(facts, before.facts)) return onSave()
    void doubles.clear(facts).then((clear) => clear && onSave())
  }
  return { problems, more, setMore, doubles, send }
}

type FieldsProps = Pick<Props, 'facts' | 'before' | 'mailing' | 'onChange'> & {
  problems: ClientProblems
  more: boolean
  onMore: (open: boolean) => void
}

/** Renders the fields in three sections. For a new client, the optional fields are collapsed at first. */
function Fields({ facts, before, mailing, onChange, problems, more, onMore }: FieldsProps) {
  const { t } = useTranslation('client')
  const fields = { facts, problems, onChange }
  return (
    <>
      <Section title={t('form.who')}>
        <SectionFields {...fields} section="name" />
      </Section>
      <Section title={t(before ? 'form.email' : 'invitation.title')}>
        <SectionFields {...fields} section="email" />
        {mailing}
      </Section>
      {before ? (
        <Section title={t('form.more')}>
          <OptionalFields {...fields} />
        </Section>
      ) : (
        <CollapsibleCard title={t('form.more')} hint={t('form.moreHint')} open={more} onOpen={onMore}>
          <OptionalFields {...fields} />
        </CollapsibleCard>
      )}
    </>
  )
}

type ReviewProps = Pick<Props, 'facts' | 'before' | 'onSave'> & { doubles: ReturnType<typeof useDuplicateCheck> }

/** Shows records that may be the same person. Saving anyway confirms that the client is another person. */
function DuplicateReview({ facts, before, onSave, doubles }: ReviewProps) {
  const { t } = useTranslation('record')
  return (
    doubles.found.length > 0 && (
      <DuplicatesDialog
        doubles={doubles.found}
        anyway={t(before ? 'possibleDuplicate.saveAnyway' : 'possibleDuplicate.addAnyway')}
        onClose={doubles.close}
        onAnyway={() => {
          doubles.settle(facts)
          onSave()
        }}
      />
    )
  )
}

function LeaveGuard({ before, draft, saved }: Pick<Props, 'before' | 'draft' | 'saved'>) {
  const { t } = useTranslation('client')
  const leave = before ? 'profile' : 'add'
  return (
    <UnsavedChangesGuard
      when={draft.dirty && !saved}
      title={t(`${leave}.leaveTitle`)}
      text={t(`${leave}.leaveText`)}
      stay={t(`${leave}.stay`)}
      leave={t(`${leave}.leave`)}
      onLeave={() => draft.forget()}
      lasting={draft.stored}
    />
  )
}
