import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

const UnassignedDialog = lazyNamed(() => import('./UnassignedDialog.tsx'), 'UnassignedDialog')

/** A button that opens the list of received text messages that belong to no conversation. Renders nothing if there are none. */
export function UnassignedTexts() {
  const { t } = useTranslation('textMessage')
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const options = orpc.textMessage.unassigned.queryOptions({ input: {} })
  const { data } = useQuery(options)
  const invalidate = () => void cache.invalidateQueries({ queryKey: options.queryKey })
  useSubscription('unassigned_texts', invalidate)
  // Files of a text message are checked after it arrives.
  useSubscription('files', invalidate)
  const items = data?.items ?? []
  if (items.length === 0 && !isOpen) return null
  return (
    <>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        leftSection={<IconInbox size={18} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('unassigned.open', { count: items.length })}
      </Button>
      {isOpen && <UnassignedDialog items={items} onClose={() => setOpen(false)} />}
    </>
  )
}
