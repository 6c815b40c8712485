import type { CountryNumbersSetting } from '@attune/contract/features/practice/administration/administration.settings'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/**
 * Returns a mutation that saves or removes the safety numbers of a country. `theirs` are the numbers that another admin saved in the meantime;
 * null if they were removed, undefined if there was no conflict.
 */
export function useSaveSafetyNumbers(onDone: () => void) {
  const { t } = useTranslation('adminSettings')
  const cache = useQueryClient()
  const [theirs, setTheirs] = useState<CountryNumbersSetting | null>()
  const save = useMutation({
    mutationFn: (change: Parameters<typeof api.administration.saveSafetyNumbers>[0]) =>
      api.administration.saveSafetyNumbers(change),
    onSuccess: (_, { numbers }) => {
      void cache.invalidateQueries({ queryKey: orpc.administration.settings.key() })
      void cache.invalidateQueries({ queryKey: orpc.product.key() })
      toast({ variant: 'success', title: t(numbers ? 'numbers.saved' : 'numbers.removed') })
      onDone()
    },
    onError: (error) => {
      if (errorCode(error) === 'CHANGED' && error instanceof ORPCError)
        setTheirs((error.data as { numbers: CountryNumbersSetting | null }).numbers)
    },
  })
  return { save, theirs }
}
