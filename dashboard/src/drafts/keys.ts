/** Keys of drafts. A draft is removed with the template or partial that it belongs to. */
export const draftKeys = {
  template: (templateId: string) => `template:${templateId}`,
  templateName: (templateId: string) => `template-name:${templateId}`,
  templateData: (templateId: string) => `template-data:${templateId}`,
  partial: (name: string) => `partial:${name}`,
}
