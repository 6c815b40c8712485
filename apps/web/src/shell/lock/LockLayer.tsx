import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { emptyAnswerCaches } from '../../platform/backend/answer-cache.ts'
import { queryClient } from '../../platform/query/query-client.ts'
import { DialogHost } from '../../ui/dialog/dialog-host.ts'
import { removePage } from './remove-page.ts'

/**
 * Shows its children instead of the page. Removes the page from the document and the accessibility tree, and clears the cached answers that the page
 * does not show. The page's own state stays in memory: input, recordings and uploads.
 */
export default function LockLayer({ children }: { children: ReactNode }) {
  const [host] = useState(newHost)
  useLayoutEffect(() => {
    document.body.append(host)
    const putBack = removePage(host)
    queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
    emptyAnswerCaches()
    return () => {
      host.remove()
      putBack()
      // A page that was opened locked is still reading its first answers; these reads must not be restarted.
      void queryClient.invalidateQueries({}, { cancelRefetch: false })
    }
  }, [host])
  return createPortal(<DialogHost value={host}>{children}</DialogHost>, host)
}

function newHost(): HTMLElement {
  const host = document.createElement('div')
  host.dataset.lock = ''
  return host
}
