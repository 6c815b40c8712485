import type { ClientId } from '@attune/contract/common/ids'
import type { Client, DuplicateRecord } from '@attune/contract/features/people/client/client'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, orpc } from '../../../../platform/api/api.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from './DuplicatesDialog.module.css'
import { RecordSummary, recordLink } from './RecordSummary.tsx'
import { useInvalidateClients } from '../use-client-updates.ts'
import { possibleMerge, type RecordMerge } from './record-merge.ts'

const MergeDialog = lazyNamed(() => import('./MergeDialog.tsx'), 'MergeDialog')

/** The therapist's decision about a duplicate. */
type Verdict = {
  /** The other record. Null removes all marks 'same person' of the open record. */
  with: string | null
  /** Whether both records are the same person. */
  same: boolean
}

/**
 * Lists possible and confirmed duplicates of a record. The therapist can open or merge them, or mark them as the same
 * person or as other people.
 */
export function DuplicatesCard({ client }: { client: Client }) {
  const { t } = useTranslation('record')
  const [merging, setMerging] = useState<RecordMerge | null>(null)
  const mark = useMark(client.id)
  return (
    <Section title={t('duplicate.title')} hint={client.doubles.length > 0 && t('duplicate.hint')}>
      {client.doubles.length > 0 && (
        <ul className={classes.list}>
          {client.doubles.map((double) => (
            <li key={double.id} className={classes.double}>
              <RecordSummary double={double} why={double.why} />
              <DuplicateActions
                client={client}
                double={double}
                busy={mark.isPending}
                onMark={mark.mutate}
                onMerge={setMerging}
              />
            </li>
          ))}
        </ul>
      )}
      {client.samePerson.length > 0 && (
        <SamePersons client={client} busy={mark.isPending} onUnmark={() => mark.mutate({ with: null, same: false })} />
      )}
      {merging && <MergeDialog merge={merging} here={client.id} onClose={() => setMerging(null)} />}
    </Section>
  )
}

/** Returns the mutation that saves whether another record is the same person. */
function useMark(id: ClientId) {
  const { t } = useTranslation('record')
  const cache = useQueryClient()
  const changed = useInvalidateClients()
  return useMutation({
    mutationFn: ({ with: other, same }: Verdict) =>
      other !== null && !same
        ? api.client.markDifferent({ id, from: other })
        : api.client.markSamePerson({ id, as: other }),
    onSuccess: (after) => {
      cache.setQueryData(orpc.client.get.queryKey({ input: { id } }), after)
      return changed()
    },
    onError: () => toast.error(t('duplicate.failed')),
  })
}

type SamePersonsProps = { client: Client; busy: boolean; onUnmark: () => void }

/** Lists the other records that are marked as the same person, with a button that removes this mark. */
function SamePersons({ client, busy, onUnmark }: SamePersonsProps) {
  const { t } = useTranslation('record')
  return (
    <Group justify="space-between" gap="xs" mt={client.doubles.length > 0 ? 'md' : 0}>
      <Text size="sm">
        {t('duplicate.marked')}{' '}
        {client.samePerson.map((one, at) => (
          <span key={one.id}>
            {at > 0 && ', '}
            <Anchor inherit renderRoot={(props) => <Link {...recordLink(one.id)} {...props} />}>
              {`${one.firstName} ${one.lastName}`}
            </Anchor>
          </span>
        ))}
      </Text>
      <Button variant="default" size="compact-sm" loading={busy} onClick={onUnmark}>
        {t('duplicate.unmark')}
      </Button>
    </Group>
  )
}

type DuplicateActionsProps = {
  client: Client
  double: DuplicateRecord
  busy: boolean
  onMark: (verdict: Verdict) => void
  onMerge: (merge: RecordMerge) => void
}

function DuplicateActions({ client, double, busy, onMark, onMerge }: DuplicateActionsProps) {
  const { t } = useTranslation('record')
  const merge = possibleMerge(client, double)
  return (
    <div className={classes.acts}>
      {!merge && (
        <Text size="xs" c="dimmed">
          {t(client.hasAccount && double.hasAccount ? 'duplicate.bothConnected' : 'duplicate.bothFull')}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => <Link {...recordLink(double.id)} {...props} />}
        >
          {t('duplicate.open')}
        </Button>
        {[true, false].map((same) => (
          <Button
            key={String(same)}
            variant="default"
            size="compact-sm"
            disabled={busy}
            onClick={() => onMark({ with: double.id, same })}
          >
            {t(same ? 'duplicate.mark' : 'duplicate.apart')}
          </Button>
        ))}
        {merge && (
          <Button variant="light" size="compact-sm" aria-haspopup="dialog" onClick={() => onMerge(merge)}>
            {t(merge.stays.id === client.id ? 'duplicate.takeIn' : 'duplicate.merge')}
          </Button>
        )}
      </Group>
    </div>
  )
}
