/** Keys of backups. A backup is removed together with its template or partial. */
export const backupKeys = {
  template: (templateId: string) => `template:${templateId}`,
  templateName: (templateId: string) => `template-name:${templateId}`,
  templateData: (templateId: string) => `template-data:${templateId}`,
  /** Data of a call that is rendered again. */
  callData: (templateId: string) => `call-data:${templateId}`,
  /** Invoice that is being written. It is stored in this browser only. */
  invoice: () => 'invoice',
  partial: (name: string) => `partial:${name}`,
}
