import type { AccessLogEntry } from '@attune/contract/features/people/access/access'
import { Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../../ui/list/NextPageButton.tsx'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import { PageColumns, PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import { Card, CardRow, Section } from '../../../ui/page/Section.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import classes from './access.module.css'

/** Shows a client's access log, newest first: who opened which data. The side column explains which accesses are logged. */
export function AccessLogPage() {
  const { t } = useTranslation('accessLog')
  const read = useInfiniteQuery(
    orpc.access.mine.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  useSubscription('accesses', () => void read.refetch())
  const lines = read.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PageHeader title={t('title')} facts={t('facts')} />
      <PageColumns
        waits={read.isPending}
        main={
          <Card>
            <Query
              of={read}
              pending={<RowSkeletons rows={6} />}
              failed={t('failed')}
              again={t('again')}
              empty={lines.length === 0 && <EmptyState icon={IconEye} title={t('empty')} text={t('emptyText')} />}
            >
              {() =>
                lines.map((line) => (
                  <CardRow key={line.id}>
                    <AccessRow line={line} />
                  </CardRow>
                ))
              }
            </Query>
            <NextPageButton of={read} around={classes.more}>
              {t('more')}
            </NextPageButton>
          </Card>
        }
        side={<AboutAccessLog />}
      />
    </>
  )
}

function AccessRow({ line: { reader, thing, thingId, at } }: { line: AccessLogEntry }) {
  const { t } = useTranslation('accessLog')
  const locale = useLocale()
  const name = reader.name || t('gone')
  return (
    <>
      <PersonAvatar personId={reader.id} name={name} url={reader.avatarUrl} />
      <div className={classes.texts}>
        <div className={classes.name}>{name}</div>
        <div className={classes.thing}>
          {t(`opened.${thing}`)}
          {thingId && thing === 'journal-entry' && (
            <TextLink to="/dashboard/client/journal" search={{ entry: thingId }}>
              {t('toEntry')}
            </TextLink>
          )}
          {thingId && thing === 'task-answer' && (
            <TextLink to="/dashboard/$userType/tasks/$taskId" params={{ userType: 'client', taskId: thingId }}>
              {t('toTask')}
            </TextLink>
          )}
        </div>
      </div>
      <time className={classes.at} dateTime={at}>
        {momentText(at, locale)}
      </time>
    </>
  )
}

/** Explains which accesses are logged and which are not. */
function AboutAccessLog() {
  const { t } = useTranslation('accessLog')
  return (
    <>
      <Section title={t('what.title')}>
        <Text size="sm">{t('what.text')}</Text>
      </Section>
      <Section title={t('what.notTitle')}>
        <ul className={classes.not}>
          <li>{t('what.not1')}</li>
          <li>{t('what.not2')}</li>
          <li>{t('what.not5')}</li>
          <li>{t('what.not3')}</li>
          <li>{t('what.not4')}</li>
        </ul>
      </Section>
    </>
  )
}
