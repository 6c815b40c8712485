import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { toast } from '../../../ui/toast/toast.ts'

export function useInvalidateDocuments() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.document.key() })
}

/** Invalidates the queries of documents when the server reports a change of a document, a request or a file. */
export function useSubscribeToDocuments() {
  const changed = useInvalidateDocuments()
  useSubscription('documents', () => void changed())
  useSubscription('document_requests', () => void changed())
  useSubscription('files', () => void changed())
}

const codes = ['FILE_REFUSED', 'INACTIVE', 'LIMIT_REACHED'] as const

/** Returns a function that returns the text for a refused or failed change of a document. */
export function useDocumentRefusalText() {
  const { t } = useTranslation('document')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}

/** Returns a mutation that refetches the documents when it ends, and shows the reason for a failure. */
export function useDocumentMutation<Input>(
  send: (input: Input) => Promise<unknown>,
  onSuccess?: (input: Input) => void,
) {
  const changed = useInvalidateDocuments()
  const refusal = useDocumentRefusalText()
  return useMutation({
    mutationFn: send,
    onSuccess: (_done, input) => onSuccess?.(input),
    onError: (error) => toast.error(refusal(error)),
    onSettled: () => void changed(),
  })
}
