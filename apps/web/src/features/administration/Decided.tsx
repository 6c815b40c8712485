import type { RoleRequest } from '@attune/contract/features/administration'
import { Text } from '@mantine/core'
import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { Mark } from '../../ui/Mark.tsx'
import { momentWithin } from '../../ui/moment.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Row, Section } from '../../ui/Section.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import classes from './administration.module.css'

/** Role requests that were decided. */
export function Decided() {
  const { t } = useTranslation('administration')
  const read = useQuery(query.administration.roleRequests.queryOptions({ input: { which: 'decided' } }))
  const requests = read.data?.items ?? []
  return (
    <Section title={t('decided.title')} rows={requests.length > 0 || !read.data}>
      {read.isPending && <RowSkeletons rows={2} />}
      {read.isError && !read.data && (
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      )}
      {read.data && requests.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('decided.empty')}
        </Text>
      )}
      {requests.map((request) => (
        <Row key={request.id}>
          <DecidedWords request={request} />
        </Row>
      ))}
    </Section>
  )
}

function DecidedWords({ request }: { request: RoleRequest }) {
  const { t } = useTranslation('administration')
  const reader = useReader()
  const approved = request.status === 'approved'
  const when = request.decidedAt ? momentWithin(request.decidedAt, reader) : ''
  const because = request.reason ? 'decided.declinedOnBecause' : 'decided.declinedOn'
  return (
    <>
      <PersonAvatar name={request.name} size={32} />
      <div className={classes.words}>
        <div className={classes.name}>{request.name}</div>
        <div className={classes.quiet}>
          {t(approved ? 'decided.approvedOn' : because, { when, reason: request.reason })}
        </div>
      </div>
      <Mark icon={approved ? IconCircleCheck : IconBan} tone={approved ? 'success' : 'quiet'}>
        {t(approved ? 'decided.approved' : 'decided.declined')}
      </Mark>
    </>
  )
}
