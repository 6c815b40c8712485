import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import classes from '../../../../ui/page/status/CountBadge.module.css'

/**
 * Shows in the tab bar how many sessions and change requests await the client's answer. Reads the list only from the cache, where a page may have
 * stored it, because the count is not worth a request on every page.
 */
export function AwaitingAnswerCount() {
  const { t } = useTranslation('shell')
  const read = useQuery({ ...orpc.session.waiting.queryOptions({ input: {} }), enabled: false })
  const count = read.data?.items.length ?? 0
  if (count === 0) return null
  const label = t('awaitingAnswer', { count })
  return (
    <span className={classes.inTabBar} title={label}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
