import type { ClosedEndings } from '@attune/contract/features/care/record-retention/record-retention'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText } from '../../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import classes from './record-endings.module.css'
import { useEndingChange } from './use-record-endings.ts'

/** Shows admins how many records of closed accounts reach the end of their retention. An admin can keep those of an account for another year. */
export function ClosedEndingsSection() {
  const { t } = useTranslation('recordEndings')
  const read = useQuery(orpc.recordRetention.ofPractice.queryOptions({ input: {} }))
  return (
    <Section title={t('closed.title')} hint={t('closed.hint')} rows={Boolean(read.data?.closed.length)}>
      <Query
        of={read}
        pending={<RowSkeletons rows={1} avatar={false} />}
        failed={t('closed.failed')}
        again={t('again')}
      >
        {({ closed }) =>
          closed.length === 0 ? (
            <div className={classes.facts}>{t('closed.none')}</div>
          ) : (
            closed.map((account) => <ClosedAccountRow key={account.therapistId} account={account} />)
          )
        }
      </Query>
    </Section>
  )
}

function ClosedAccountRow({ account }: { account: ClosedEndings }) {
  const { t } = useTranslation(['recordEndings', 'common'])
  const locale = useLocale()
  const { therapistId: id, records: count, lastOn } = account
  const name = account.name || t('closed.unnamed')
  const keep = useEndingChange(() => api.recordRetention.keepClosedRecords({ id }), t('closed.kept'))
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <strong>{name}</strong>
        <div className={classes.facts}>{t('closed.count', { count, day: dateText(lastOn, locale.language) })}</div>
      </div>
      <Button
        variant="default"
        loading={keep.isPending}
        aria-label={t('common:labelled', { label: t('closed.keep'), text: name })}
        onClick={() => keep.mutate()}
      >
        {t('closed.keep')}
      </Button>
    </CardRow>
  )
}
