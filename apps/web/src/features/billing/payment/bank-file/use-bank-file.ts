import {
  bankFileProblems,
  maxBankFileBytes,
  type BankFileAnswer,
  type BankFileProblem,
  type BankMapping,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { api, sendFile } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'

type Order = {
  file: File
  /** The mapping of the file's columns. It is saved before the file is read. */
  mapping?: { fingerprint: string; mapping: BankMapping }
  /** Whether to show the columns although their mapping is saved. */
  ask?: boolean
}

class TooLargeError extends Error {
  readonly code = 'TOO_LARGE'
}

/**
 * Returns a mutation that uploads a bank file and returns the server's response, with the file, so that it can be read again. It fails with a
 * `TooLargeError` if the file is too large.
 */
export function useBankFile() {
  return useMutation({
    mutationFn: async ({ file, mapping, ask = false }: Order) => {
      if (file.size > maxBankFileBytes) throw new TooLargeError()
      if (mapping) await api.payment.saveBankMapping(mapping)
      const path = ['storage', 'bank-file', ...(ask ? ['columns'] : [])]
      // A file without a type would be sent without a content type, so it gets a general one.
      const body = file.type ? file : new Blob([file], { type: 'application/octet-stream' })
      return { file, answer: (await sendFile(path, body)) as BankFileAnswer }
    },
  })
}

/** Returns the reason why a file could not be read; null for other failures, such as too many uploads (429). */
export function bankFileProblem(error: unknown): BankFileProblem | null {
  if (error instanceof TooLargeError) return 'TOO_LARGE'
  if (error instanceof ORPCError && error.status === 429) return null
  return bankFileProblems.find((problem) => problem === errorCode(error)) ?? null
}
