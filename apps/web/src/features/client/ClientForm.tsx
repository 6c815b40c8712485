import { Button, Group } from '@mantine/core'
import { Suspense, lazy, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/online.ts'
import { useReader } from '../../platform/reader.ts'
import type { Draft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { dayOf } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { Section } from '../../ui/Section.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './ClientForm.module.css'
import { sameTraits } from './doubles.ts'
import { MailFields, MoreFields, NameFields } from './FactFields.tsx'
import { problemsOf, type Facts } from './facts.ts'
import { focusFirstProblem } from './focus.ts'
import { Folded } from './Folded.tsx'
import { useDoubles } from './use-doubles.ts'

const DoublesDialog = lazy(() => import('./DoublesDialog.tsx').then((file) => ({ default: file.DoublesDialog })))

const upFront = ['firstName', 'lastName', 'email', 'language']

type Props = {
  facts: Facts
  onChange: (facts: Facts) => void
  /** The edited record with its values from before the edit; absent for a new client. */
  before?: { id: string; facts: Facts }
  /** Rendered above the fields. */
  head?: ReactNode
  /** Rendered below the email fields. */
  mailing?: ReactNode
  failed: ReactNode
  submit: string
  busy: boolean
  draft: Draft
  saved: boolean
  /** Called when the values are valid and possible duplicates were reviewed. */
  onSave: () => void
  onCancel: () => void
}

/** The form to add or edit a client. Validates, checks for possible duplicates, and asks before leaving with unsaved changes. */
export function ClientForm(props: Props) {
  const { facts, before, head, mailing, failed, submit, busy, draft, saved, onSave, onCancel } = props
  const { t } = useTranslation(['client', 'record'])
  const reader = useReader()
  const online = useOnline()
  const [checked, setChecked] = useState(false)
  const [more, setMore] = useState(before !== undefined)
  const doubles = useDoubles(before?.id)
  const today = dayOf(useNow().toISOString(), reader)
  const problems = checked ? problemsOf(facts, today) : {}
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = Object.keys(problemsOf(facts, today))
    setChecked(found.length > 0)
    if (found.some((name) => !upFront.includes(name))) setMore(true)
    if (found.length) return focusFirstProblem(event.currentTarget)
    if (busy || doubles.looking) return
    if (before && sameTraits(facts, before.facts)) return onSave()
    void doubles.clear(facts).then((clear) => clear && onSave())
  }
  const fields = { facts, problems, onChange: props.onChange }
  const leave = before ? 'profile' : 'add'
  return (
    <>
      <form onSubmit={send} noValidate className={classes.form}>
        {head}
        <DraftNote draft={draft} />
        <Section title={t('form.who')}>
          <NameFields {...fields} />
        </Section>
        <Section title={t(before ? 'form.email' : 'invitation.title')}>
          <MailFields {...fields} />
          {mailing}
        </Section>
        {before ? (
          <Section title={t('form.more')}>
            <MoreFields {...fields} />
          </Section>
        ) : (
          <Folded title={t('form.more')} hint={t('form.moreHint')} open={more} onOpen={setMore}>
            <MoreFields {...fields} />
          </Folded>
        )}
        {Object.keys(problems).length > 0 && <Note kind="danger">{t('form.fieldsRequired')}</Note>}
        {!online && <Note kind="offline">{t('add.offline')}</Note>}
        {failed}
        <Group justify="flex-end" gap="xs" className={classes.bar}>
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {t(`${leave}.cancel`)}
          </Button>
          <Button type="submit" loading={busy || doubles.looking}>
            {submit}
          </Button>
        </Group>
      </form>
      {doubles.found.length > 0 && (
        <Suspense>
          <DoublesDialog
            doubles={doubles.found}
            anyway={t(before ? 'record:doubles.saveAnyway' : 'record:doubles.addAnyway')}
            onClose={doubles.close}
            onAnyway={() => {
              doubles.settle(facts)
              onSave()
            }}
          />
        </Suspense>
      )}
      <LeaveGuard
        when={draft.dirty && !saved}
        title={t(`${leave}.leaveTitle`)}
        text={t(`${leave}.leaveText`)}
        stay={t(`${leave}.stay`)}
        leave={t(`${leave}.leave`)}
        onLeave={() => draft.forget()}
        lasting={draft.stored}
      />
    </>
  )
}
