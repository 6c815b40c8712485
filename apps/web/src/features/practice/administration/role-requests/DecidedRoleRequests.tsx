import type { RoleRequest } from '@attune/contract/features/practice/administration/administration'
import { Text } from '@mantine/core'
import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import classes from '../administration.module.css'

/** Lists the role requests that an admin has approved or declined. */
export function DecidedRoleRequests() {
  const { t } = useTranslation('administration')
  const read = useQuery(orpc.administration.roleRequests.queryOptions({ input: { which: 'decided' } }))
  const requests = read.data?.items ?? []
  return (
    <Section title={t('decided.title')} rows={requests.length > 0 || !read.data}>
      <Query
        of={read}
        pending={<RowSkeletons rows={2} />}
        failed={t('loadFailed')}
        again={t('again')}
        empty={
          requests.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('decided.empty')}
            </Text>
          )
        }
      >
        {() =>
          requests.map((request) => (
            <CardRow key={request.id}>
              <DecidedRequest request={request} />
            </CardRow>
          ))
        }
      </Query>
    </Section>
  )
}

function DecidedRequest({ request }: { request: RoleRequest }) {
  const { t } = useTranslation('administration')
  const locale = useLocale()
  const approved = request.status === 'approved'
  const when = request.decidedAt ? momentInSentence(request.decidedAt, locale) : ''
  const because = request.reason ? 'decided.declinedOnBecause' : 'decided.declinedOn'
  return (
    <>
      <PersonAvatar personId={request.accountId} name={request.name} size={32} />
      <div className={classes.texts}>
        <div className={classes.name}>{request.name}</div>
        <div className={classes.quiet}>
          {t(approved ? 'decided.approvedOn' : because, { when, reason: request.reason })}
        </div>
      </div>
      <StatusBadge icon={approved ? IconCircleCheck : IconBan} tone={approved ? 'success' : 'quiet'}>
        {t(approved ? 'decided.approved' : 'decided.declined')}
      </StatusBadge>
    </>
  )
}
