import { IconUserHeart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { useGuardedClients } from '../frame/use-guarded-clients.ts'
import { useSubscribeToGuardedSessions } from '../sessions/use-guarded-sessions.ts'
import classes from '../sessions/GuardedSessions.module.css'

/**
 * The start page of a guardian without a record of their own: the clients for whom they act. If there is only one, opens that client's home at once.
 */
export function GuardianStartPage() {
  const { t } = useTranslation('guardianHome')
  const locale = useLocale()
  const read = useGuardedClients()
  useSubscribeToGuardedSessions()
  const [only, second] = read.data?.items ?? []
  const home = useQuery(orpc.guardian.home.queryOptions({ input: {}, enabled: Boolean(second) }))
  if (only && !second) return <Navigate to="/for/$clientId" params={{ clientId: only.clientId }} replace />
  return (
    <>
      <PageHeader title={t('start')} />
      <Card>
        <Query
          of={read}
          pending={<RowSkeletons avatar={false} />}
          failed={t('failed')}
          again={t('again')}
          empty={
            read.data?.items.length === 0 && <EmptyState icon={IconUserHeart} title={t('none')} text={t('noneText')} />
          }
        >
          {({ items }) => (
            <ul className={classes.list}>
              {items.map(({ clientId, firstName, lastName, therapistName }) => {
                const counts = home.data?.clients.find((one) => one.clientId === clientId)
                return (
                  <li key={clientId} className={classes.row}>
                    <div className={classes.main}>
                      <Link to="/for/$clientId" params={{ clientId }} className={classes.link}>
                        {[firstName, lastName].filter(Boolean).join(' ')}
                      </Link>
                      <MetaList>
                        {therapistName}
                        {counts?.next && t('nextSession', { when: momentText(counts.next, locale) })}
                        {counts?.awaiting ? t('awaiting', { count: counts.awaiting }) : null}
                      </MetaList>
                    </div>
                  </li>
                )
              })}
            </ul>
          )}
        </Query>
      </Card>
    </>
  )
}
