import { dayBounds } from '@attune/contract/common/time/time'
import { IconClipboardList } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { AuditLogFilter, noFilter, type AuditFilterValues } from './AuditLogFilter.tsx'
import { AuditLogGroup } from './AuditLogGroup.tsx'
import { AuditLogRow } from './AuditLogRow.tsx'
import { ExportAuditLogButton } from './ExportAuditLogButton.tsx'
import { groupAuditLines } from './group-lines.ts'
import classes from '../administration.module.css'

/** Shows the administration audit log: the changed values, each with the person, the time and the IP address. */
export function AuditLogPage() {
  const { t } = useTranslation('auditLog')
  const locale = useLocale()
  const [values, setValues] = useState(noFilter)
  const filter = filterOf(values, locale.zone)
  const pages = useInfiniteQuery({
    ...orpc.administration.auditLog.infiniteOptions({
      input: (after: string | undefined) => ({ ...filter, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const lines = pages.data?.pages.flatMap((page) => page.items) ?? []
  const groups = groupAuditLines(lines, (instant) => localDay(instant, locale))
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} facts={t('hint')} actions={<ExportAuditLogButton filter={filter} />} />
      <AuditLogFilter values={values} onChange={setValues} />
      <Card>
        <Query
          of={pages}
          pending={<RowSkeletons rows={6} avatar={false} />}
          failed={t('loadFailed')}
          again={t('again')}
          empty={lines.length === 0 && <EmptyState icon={IconClipboardList} title={t('none')} />}
        >
          {() => (
            <ul className={classes.accounts}>
              {groups.map((group) =>
                group.length === 1 ? (
                  <AuditLogRow key={group[0].id} line={group[0]} />
                ) : (
                  <AuditLogGroup key={(group.at(-1) ?? group[0]).id} group={group} />
                ),
              )}
            </ul>
          )}
        </Query>
        <NextPageButton of={pages} around={classes.more}>
          {t('more')}
        </NextPageButton>
      </Card>
    </div>
  )
}

/** Returns the input for the chosen values. The days are whole days in the zone of the reader. */
function filterOf({ person, action, from, until }: AuditFilterValues, zone: string) {
  return {
    ...(person && { person }),
    ...(action && { action }),
    ...(from && { from: dayBounds(from, zone).from }),
    ...(until && { until: dayBounds(until, zone).to }),
  }
}
