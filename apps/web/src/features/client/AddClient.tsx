import { Button, Collapse, Group, Switch, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, lazy, useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { currentLanguage } from '../../platform/language.ts'
import { useMe } from '../../platform/login.ts'
import { useOnline } from '../../platform/online.ts'
import { useReader } from '../../platform/reader.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { dayOf } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './AddClient.module.css'
import { useDraft } from './draft.ts'
import { MailFields, MoreFields, NameFields } from './FactFields.tsx'
import { noFacts, problemsOf, sentOf, type Facts, type Problems } from './facts.ts'
import { focusFirstProblem } from './focus.ts'
import { useClientsChanged } from './live.ts'
import { useDoubles } from './use-doubles.ts'

const DoublesDialog = lazy(() => import('./DoublesDialog.tsx').then((file) => ({ default: file.DoublesDialog })))

type Draft = { id: string; facts: Facts; invite: boolean }

/** A new client: a name, and everything else as it comes. The id is made once with the draft: sent twice, added once. */
export function AddClient() {
  const { t } = useTranslation(['client', 'record'])
  const me = useMe()
  const reader = useReader()
  const online = useOnline()
  const navigate = useNavigate()
  const changed = useClientsChanged()
  const moreId = useId()
  const info = useQuery(query.product.info.queryOptions({ input: {} }))
  const draft = useDraft<Draft>(`client-add-${me?.id}`, () => ({
    id: newId(),
    facts: noFacts(currentLanguage()),
    invite: true,
  }))
  const { facts, invite } = draft.value
  const [problems, setProblems] = useState<Problems>({})
  const [more, setMore] = useState(false)
  const inviting = invite && facts.email.trim() !== ''
  const open = (clientId: string) => {
    draft.forget()
    void changed()
    void navigate({
      to: '/dashboard/therapist/clients/$clientId/client-profile',
      params: { clientId },
      ignoreBlocker: true,
    })
  }
  const add = useMutation({
    mutationFn: () => api.client.add({ id: draft.value.id, ...sentOf(facts), invite: inviting }),
    onSuccess: (client) => {
      toast({
        variant: 'success',
        title: t(inviting ? (info.data?.mailConfigured ? 'add.invited' : 'add.invitedByHand') : 'add.added', {
          name: `${client.firstName} ${client.lastName}`,
        }),
      })
      open(client.id)
    },
    onError: (error) => {
      if (codeOf(error) !== 'CONFLICT') return
      // An earlier try went through although its answer was lost, and something was changed since.
      toast({ variant: 'info', title: t('add.already') })
      open(draft.value.id)
    },
  })
  const doubles = useDoubles()
  const setFacts = (next: Facts) => draft.change({ ...draft.value, facts: next })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf(facts, dayOf(new Date().toISOString(), reader))
    setProblems(found)
    if (Object.keys(found).some((name) => !['firstName', 'lastName', 'email'].includes(name))) setMore(true)
    if (Object.keys(found).length) return focusFirstProblem(event.currentTarget)
    if (!add.isPending && !doubles.looking) void doubles.clear(facts).then((clear) => clear && add.mutate())
  }
  const discard = () => {
    draft.forget()
    void navigate({ to: '/dashboard/therapist/clients', ignoreBlocker: true })
  }
  const fields = { facts, problems, onChange: setFacts }
  const Chevron = more ? IconChevronDown : IconChevronRight
  return (
    <div className={classes.page}>
      <PageHead title={t('add.title')} facts={t('add.subtitle')} />
      <form onSubmit={submit} noValidate className={classes.form}>
        {info.data?.loopback && (
          <Note kind="warning" title={t('add.loopbackTitle')}>
            {t('add.loopbackText')}
          </Note>
        )}
        {draft.restored && draft.dirty && <Note>{t('add.draft')}</Note>}
        <Section title={t('form.who')}>
          <NameFields {...fields} />
        </Section>
        <Section title={t('invitation.title')}>
          <MailFields {...fields} />
          <Switch
            mt="md"
            label={t('form.invite')}
            description={t(facts.email.trim() ? 'form.inviteHint' : 'form.inviteNeedsEmail')}
            checked={invite}
            onChange={(event) => draft.change({ ...draft.value, invite: event.currentTarget.checked })}
          />
        </Section>
        <div className={classes.more}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={more}
            aria-controls={moreId}
            onClick={() => setMore((open) => !open)}
          >
            <Chevron size={18} aria-hidden />
            <span>
              <span className={classes.toggleTitle}>{t('form.more')}</span>
              <Text component="span" size="xs" c="dimmed" display="block">
                {t('form.moreHint')}
              </Text>
            </span>
          </UnstyledButton>
          <Collapse expanded={more} id={moreId}>
            <div className={classes.inner}>
              <MoreFields {...fields} />
            </div>
          </Collapse>
        </div>
        {Object.keys(problems).length > 0 && <Note kind="danger">{t('form.fieldsRequired')}</Note>}
        {!online && <Note kind="offline">{t('add.offline')}</Note>}
        {add.isError && (
          <Note kind="danger" title={t('add.failed')} urgent>
            {t('profile.saveFailed')}
          </Note>
        )}
        <Group justify="flex-end" gap="xs" className={classes.bar}>
          <Button variant="default" onClick={discard} disabled={add.isPending}>
            {t('add.cancel')}
          </Button>
          <Button type="submit" loading={add.isPending || doubles.looking}>
            {t(inviting ? 'add.submitInvite' : 'add.submit')}
          </Button>
        </Group>
      </form>
      {doubles.found.length > 0 && (
        <Suspense>
          <DoublesDialog
            doubles={doubles.found}
            anyway={t('record:doubles.addAnyway')}
            onClose={doubles.close}
            onAnyway={() => {
              doubles.settle(facts)
              add.mutate()
            }}
          />
        </Suspense>
      )}
      <LeaveGuard
        when={draft.dirty && !add.isSuccess}
        title={t('add.leaveTitle')}
        text={t('add.leaveText')}
        stay={t('add.stay')}
        leave={t('add.leave')}
        onLeave={draft.forget}
      />
    </div>
  )
}
