/** The name of the folder in the data folder with the stored exports of people's data. Backups do not contain this folder. */
export const exportsFolder = 'personal-exports'
