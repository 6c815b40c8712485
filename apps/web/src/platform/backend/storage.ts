import { api, sendFile } from '../api/api.ts'

/**
 * The file storage of the backend client, one object per bucket. The path of a file begins with its owner's id. The file name begins with the upload
 * time [3.15].
 */
export const backendStorage = {
  avatars: {
    /**
     * Uploads a picture. An upload never replaces an existing file: each upload has its own URL, which is cached for
     * 3600 s [7.08].
     */
    upload: (picture: Blob) => sendFile(['storage', 'avatars'], picture) as Promise<{ path: string; url: string }>,
    /** Returns the public URL of a picture. */
    publicUrl: (path: string) => `/avatars/${path}`,
    /** Returns the person's own pictures in ascending order of their names; at most 100 by default [9.13]. */
    list: async (page: { limit?: number; offset?: number } = {}) => (await api.account.avatars(page)).items,
  },
}
