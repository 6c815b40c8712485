import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { api, createId, orpc } from '../../../platform/api.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { Section } from '../../../ui/Section.tsx'
import { toast } from '../../../ui/toast.ts'
import { useInvalidateClients } from '../use-client-updates.ts'
import classes from './Import.module.css'
import type { ImportOutcome } from './send-in-batches.ts'
import type { ImportedClientRow } from './use-client-import.ts'

const MailPreview = lazyNamed(() => import('./InvitationPreviewDialog.tsx'), 'InvitationPreviewDialog')

/** The result of an import, and the choice of clients to invite. Nobody is preselected. */
export function InviteImportedClients({ rows, outcome }: { rows: ImportedClientRow[]; outcome: ImportOutcome }) {
  const { t } = useTranslation('import')
  const saved = new Set([...outcome.added, ...outcome.known])
  const people = rows.filter((row) => row.email !== null && saved.has(row.id))
  return (
    <>
      <Section title={t('done.title')}>
        <Text>{t('done.added', { count: outcome.added.length })}</Text>
        {outcome.known.length > 0 && <Text>{t('done.known', { count: outcome.known.length })}</Text>}
        {outcome.refused > 0 && <Text>{t('done.refused', { count: outcome.refused })}</Text>}
        <Button mt="md" variant="default" renderRoot={(props) => <Link to="/dashboard/therapist/clients" {...props} />}>
          {t('done.toList')}
        </Button>
      </Section>
      <Section title={t('invite.title')} hint={t('invite.hint')}>
        {people.length === 0 ? <Text size="sm">{t('invite.none')}</Text> : <ChooseRecipients people={people} />}
      </Section>
    </>
  )
}

const batchSize = 100

function ChooseRecipients({ people }: { people: ImportedClientRow[] }) {
  const { t } = useTranslation('import')
  const changed = useInvalidateClients()
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [looking, setLooking] = useState(false)
  // Rendering 2,000 checkboxes at once would make every click slow.
  const [shown, setShown] = useState(batchSize)
  // One idempotency key for each batch of 100, kept for retries until all batches have succeeded.
  const [commands, setCommands] = useState<string[]>([])
  const invite = useMutation({
    mutationFn: async () => {
      const ids = [...chosen]
      const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, at) =>
        ids.slice(at * batchSize, (at + 1) * batchSize),
      )
      const made = batches.map((_, at) => commands[at] ?? createId())
      setCommands(made)
      let sent = 0
      let refused = 0
      for (const [at, batch] of batches.entries()) {
        const answer = await api.connection.inviteMany({ ids: batch, command: made[at] ?? createId() })
        sent += answer.sent.length
        refused += answer.refused.length
      }
      return { ids, sent, refused }
    },
    onSuccess: ({ ids, sent, refused }) => {
      setDone((before) => new Set([...before, ...ids]))
      setChosen(new Set())
      setCommands([])
      if (sent > 0) toast.success(t('invite.sent', { count: sent }))
      if (refused > 0) toast.warning(t('invite.refused', { count: refused }))
      return changed()
    },
    onError: () => toast.error(t('invite.failed')),
  })
  const open = people.filter(({ id }) => !done.has(id))
  const all = open.length > 0 && chosen.size === open.length
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setCommands([])
    setChosen(next)
  }
  return (
    <>
      {info.data?.mailConfigured === false && <Callout kind="warning">{t('invite.off')}</Callout>}
      <Checkbox
        my="sm"
        label={t('invite.all')}
        checked={all}
        indeterminate={chosen.size > 0 && !all}
        onChange={() => {
          setCommands([])
          setChosen(new Set(all ? [] : open.map(({ id }) => id)))
        }}
      />
      <ul className={classes.people}>
        {open.slice(0, shown).map((person) => (
          <li key={person.id}>
            <Checkbox
              label={`${person.firstName} ${person.lastName}`}
              description={person.email}
              checked={chosen.has(person.id)}
              onChange={(event) => toggle(person.id, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      {open.length > shown && (
        <Button mt="xs" variant="subtle" size="compact-sm" onClick={() => setShown(shown + batchSize)}>
          {t('invite.more', { count: Math.min(batchSize, open.length - shown) })}
        </Button>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" aria-haspopup="dialog" onClick={() => setLooking(true)}>
          {t('invite.look')}
        </Button>
        <Button disabled={chosen.size === 0} loading={invite.isPending} onClick={() => invite.mutate()}>
          {t('invite.submit', { count: chosen.size })}
        </Button>
      </Group>
      {looking && (
        <Suspense>
          <MailPreview onClose={() => setLooking(false)} />
        </Suspense>
      )}
    </>
  )
}
