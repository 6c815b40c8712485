import type { FeedbackId } from '@attune/contract/common/ids'
import type { Feedback } from '@attune/contract/features/practice/administration/administration'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import classes from '../administration.module.css'

/** Lists open feedback about the product, the latest first. Renders nothing when there is none [2.21]. */
export function FeedbackList() {
  const { t } = useTranslation('administration')
  const pages = useInfiniteQuery(
    orpc.administration.feedback.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 10 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  if (pages.data && items.length === 0) return null
  return (
    <Section title={t('feedback.title')} count={items.length} rows>
      <Query of={pages} pending={<RowSkeletons rows={2} avatar={false} />} failed={t('loadFailed')} again={t('again')}>
        {() => items.map((feedback) => <FeedbackRow key={feedback.id} feedback={feedback} />)}
      </Query>
      <NextPageButton of={pages} around={classes.more}>
        {t('more')}
      </NextPageButton>
    </Section>
  )
}

function FeedbackRow({ feedback: { id, at, name, email, page, text } }: { feedback: Feedback }) {
  const { t } = useTranslation('adminDashboard')
  const locale = useLocale()
  const mark = useMarkFeedback(id)
  return (
    <CardRow wraps>
      <div className={classes.feedback}>
        <p>{text}</p>
        <MetaList>
          {name ?? t('feedback.client')}
          {email}
          {momentText(at, locale)}
          {page}
        </MetaList>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('feedback.doneOf', { text: text.slice(0, 60) })}
        loading={mark.isPending}
        onClick={() => mark.mutate(true)}
      >
        {t('feedback.done')}
      </Button>
    </CardRow>
  )
}

/** Returns a mutation that marks feedback as done, with undo. */
function useMarkFeedback(id: FeedbackId) {
  const { t } = useTranslation('adminDashboard')
  const cache = useQueryClient()
  const again = () => cache.invalidateQueries({ queryKey: orpc.administration.key() })
  const save = (done: boolean) => api.administration.markFeedback({ id, done })
  const failed = () => toast({ variant: 'destructive', title: t('feedback.notDone') })
  const undo = () => void save(false).catch(failed).finally(again)
  return useMutation({
    mutationFn: save,
    onSuccess: () =>
      toast({
        variant: 'success',
        title: t('feedback.marked'),
        action: { label: t('feedback.undo'), onClick: undo },
      }),
    onError: failed,
    onSettled: again,
  })
}
