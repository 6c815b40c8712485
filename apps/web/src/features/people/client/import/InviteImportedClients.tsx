import type { ClientId } from '@attune/contract/common/ids'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './Import.module.css'
import type { ImportOutcome } from './send-in-batches.ts'
import { useBulkInvitation } from './use-bulk-invitation.ts'
import type { ImportedClientRow } from './use-client-import.ts'

const InvitationPreviewDialog = lazyNamed(() => import('./InvitationPreviewDialog.tsx'), 'InvitationPreviewDialog')

/** Shows the result of an import, and lets the therapist choose clients to invite. No client is preselected. */
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

function ChooseRecipients({ people }: { people: ImportedClientRow[] }) {
  const { t } = useTranslation('import')
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  const [looking, setLooking] = useState(false)
  const { open, chosen, choose, toggle, invite } = useBulkInvitation(people)
  const all = open.length > 0 && chosen.size === open.length
  return (
    <>
      {info.data?.mailConfigured === false && <Callout kind="warning">{t('invite.off')}</Callout>}
      <Checkbox
        my="sm"
        label={t('invite.all')}
        checked={all}
        indeterminate={chosen.size > 0 && !all}
        onChange={() => choose(all ? [] : open.map(({ id }) => id))}
      />
      <People people={open} chosen={chosen} onToggle={toggle} />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" aria-haspopup="dialog" onClick={() => setLooking(true)}>
          {t('invite.preview')}
        </Button>
        <Button disabled={chosen.size === 0} loading={invite.isPending} onClick={() => invite.mutate()}>
          {t('invite.submit', { count: chosen.size })}
        </Button>
      </Group>
      {looking && <InvitationPreviewDialog onClose={() => setLooking(false)} />}
    </>
  )
}

/** The number of clients that the list shows at first and adds at a time. Rendering 2,000 checkboxes at once would make each click slow. */
const fewShown = 100

type PeopleProps = {
  people: ImportedClientRow[]
  chosen: ReadonlySet<string>
  onToggle: (id: ClientId, on: boolean) => void
}

function People({ people, chosen, onToggle }: PeopleProps) {
  const { t } = useTranslation('import')
  const [shown, setShown] = useState(fewShown)
  return (
    <>
      <ul className={classes.people}>
        {people.slice(0, shown).map((person) => (
          <li key={person.id}>
            <Checkbox
              label={`${person.firstName} ${person.lastName}`}
              description={person.email}
              checked={chosen.has(person.id)}
              onChange={(event) => onToggle(person.id, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      {people.length > shown && (
        <Button mt="xs" variant="subtle" size="compact-sm" onClick={() => setShown(shown + fewShown)}>
          {t('invite.more', { count: Math.min(fewShown, people.length - shown) })}
        </Button>
      )}
    </>
  )
}
