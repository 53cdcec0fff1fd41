// Made by "npm run dashboard:api" from the service's own description of its routes. Not edited by hand.

export interface paths {
    "/dashboard/api/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the assets of the account */
        get: operations["listAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download an asset */
        get: operations["getAsset"];
        /**
         * Create or replace an asset
         * @description The body is the bytes of the asset.
         */
        put: operations["putAsset"];
        post?: never;
        /** Delete an asset permanently */
        delete: operations["deleteAsset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the credit balance and how credits are bought */
        get: operations["readBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a Stripe checkout page for a credit pack */
        post: operations["openCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List ledger entries, newest first */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the ledger as CSV */
        get: operations["exportLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the balance at which a low-credit notice is mailed */
        put: operations["setLowCreditNotice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/billing/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the credit packs that can be bought */
        get: operations["listPacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/device/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve or deny the sign-in of the program that shows a device code */
        post: operations["decideDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/device/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read which program shows a device code */
        post: operations["findDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the example templates */
        get: operations["listExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/helpers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the helpers that templates can call */
        get: operations["listHelpers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List renders, newest first */
        get: operations["listJobs"];
        put?: never;
        /**
         * Generate a PDF in the background
         * @description Like POST /v1/pdf/generate with `async: true`, without an API key.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/jobs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export all renders that match a filter as CSV */
        get: operations["exportJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a render with its phases, warnings, mails and link */
        get: operations["readJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all API keys, oldest first */
        get: operations["listKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an API key permanently */
        delete: operations["removeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{tokenId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate an API key */
        post: operations["activateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{tokenId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate an API key until it is activated again */
        post: operations["deactivateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the signed-in user and the account */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search accounts by e-mail address or userId, newest first */
        get: operations["searchAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an account with its usage and its latest audit log entries */
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or remove credits of an account
         * @description The owner of the account sees the reason in the ledger.
         */
        post: operations["giveCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the plan of an account */
        put: operations["changePlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the suspension of an account */
        post: operations["restoreAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/accounts/{userId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend an account
         * @description Its API calls and sign-ins are rejected from the next one on.
         */
        post: operations["suspendAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List audit log entries, newest first */
        get: operations["listActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check each component that the service needs */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operator/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the queues, the renders in progress and the failed jobs */
        get: operations["readQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/partials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the partials of the account */
        get: operations["listPartials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/partials/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a partial with its source, in its current or an older version */
        get: operations["getPartial"];
        /**
         * Create or save a partial
         * @description If-Match is the version that the change is based on, "0" for a new partial. The response is 412 when the partial has a newer version, and 428 without If-Match.
         */
        put: operations["savePartial"];
        post?: never;
        /** Delete a partial and all its versions permanently */
        delete: operations["deletePartial"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/partials/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore an older version of a partial */
        post: operations["restorePartial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/partials/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a partial, newest first */
        get: operations["listPartialVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an unsaved source as a PDF
         * @description The PDF has a PREVIEW watermark. It is not stored and not charged.
         */
        post: operations["previewTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your sessions, newest first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** End all other sessions */
        delete: operations["removeOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session */
        delete: operations["removeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the settings of the account */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Schedule the deletion of the account in two weeks
         * @description Its API keys stop working and all users are signed out at once.
         */
        put: operations["scheduleAccountDeletion"];
        post?: never;
        /** Cancel the deletion of the account */
        delete: operations["cancelAccountDeletion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings/egress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the hosts from which templates may load resources */
        put: operations["setEgress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings/region": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the default locale and time zone for templates */
        put: operations["setRegion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search templates */
        get: operations["listTemplates"];
        put?: never;
        /** Create a template from a source or an example */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a template with its source and sample data */
        get: operations["getTemplate"];
        /**
         * Save the source, sample data or data schema of a template
         * @description If-Match is the revision that the change is based on. The response is 412 when the template has a newer revision, and 428 without If-Match.
         */
        put: operations["saveTemplate"];
        post?: never;
        /** Delete a template and all its versions permanently */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /** Change the name or description of a template */
        patch: operations["describeTemplate"];
        trace?: never;
    };
    "/dashboard/api/templates/{templateId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a template, newest first */
        get: operations["listTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/templates/{templateId}/versions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a version with its source */
        get: operations["getTemplateVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/templates/{templateId}/versions/{number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore the source of an older version as a new version */
        post: operations["restoreTemplateVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the usage by day, template and API key, with failures and durations */
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the webhook */
        get: operations["readWebhook"];
        /** Set the URL of the webhook and create a new secret */
        put: operations["setWebhook"];
        post?: never;
        /** Remove the webhook */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last 100 deliveries, newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test event */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Failure */
        Failure: {
            /** @description Detail, such as the compiler’s message or a code. */
            error?: string;
            /** @description Description of the error. */
            message: string;
        };
    };
    responses: {
        /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The account is suspended, or the credentials do not allow this request. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The work took longer than its time limit, 29 seconds for a synchronous generation. Nothing was charged. */
        GatewayTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The account has too few credits. `error` is INSUFFICIENT_CREDITS, and `message` names the address where credits are bought. */
        InsufficientCredits: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description An unexpected error in the service. Retry with exponential back-off. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The resource does not exist or belongs to another account. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is larger than the limit that `message` names. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description If-Match or If-None-Match does not match the stored version. Read the resource again. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description If-Match is missing. Send the ETag of the version that you have read. */
        PreconditionRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request has more than 100 headers, or headers of more than 16 KiB. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request did not arrive completely within the time limit. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The service is busy, or a part of it is unavailable. Retry after the seconds in Retry-After. */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A rate limit or a limit of the plan is reached. Retry-After is the number of seconds to wait. Without Retry-After, waiting does not help. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The credentials are missing, invalid, inactive or expired. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The route does not accept the Content-Type or the Content-Encoding of the body. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAssets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assets: {
                            /**
                             * @description Media type, detected from the bytes.
                             * @example image/png
                             * @example font/woff2
                             */
                            contentType: string;
                            /** @description SHA-256 of the bytes, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Size in bytes. */
                            fileSize: number;
                            /** @description Name in templates: `{{asset "name"}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Author of the version. null if it is not known. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                name: string | null;
                            } | null;
                        }[];
                        /** @description Total size of all assets in bytes. */
                        bytes: number;
                        /** @description Limit of the total size in bytes. */
                        bytesMax: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the asset, with its media type as Content-Type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    putAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Media type, detected from the bytes.
                         * @example image/png
                         * @example font/woff2
                         */
                        contentType: string;
                        /** @description SHA-256 of the bytes, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description Size in bytes. */
                        fileSize: number;
                        /** @description Name in templates: `{{asset "name"}}`. */
                        name: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Author of the version. null if it is not known. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                            name: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        name: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readBilling: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Credits that can be spent: credits minus reserved. Below 0 after a refund or dispute. */
                        available: number;
                        /** @description Credit balance, including reserved credits. */
                        credits: number;
                        /** @description Address of another site where credits are bought. */
                        elsewhere: string | null;
                        notice: {
                            /** @description Balance at or below which a notice is mailed. 0: no notice. null: a tenth of the balance after the last purchase or addition of credits. */
                            below: number | null;
                        };
                        /** @description Credits reserved by renders in progress. */
                        reserved: number;
                        /** @description True when this service sells credits. Otherwise the operator adds them. */
                        sold: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    openCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    priceId: string;
                };
            };
        };
        responses: {
            /** @description The resource was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Address of the checkout page. */
                        url: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** @description In the smallest unit of the currency. */
                            amount: number | null;
                            /** @description Balance after this entry. */
                            balance: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Credits added, or removed when below 0. */
                            credits: number;
                            /** @description ISO 4217, in lower case. */
                            currency: string | null;
                            entryId: string;
                            jobId: string | null;
                            /** @enum {unknown} */
                            kind: "welcome" | "added" | "generation" | "purchase" | "refund" | "dispute";
                            /** @description Reason that the operator entered. */
                            note: string;
                            receiptUrl: string | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setLowCreditNotice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Balance at or below which a notice is mailed. 0: no notice. null: a tenth of the balance after the last purchase or addition of credits. */
                    below: number | null;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Balance at or below which a notice is mailed. 0: no notice. null: a tenth of the balance after the last purchase or addition of credits. */
                        below: number | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        packs: {
                            /** @description In the smallest unit of the currency. */
                            amount: number;
                            credits: number;
                            /** @description ISO 4217, in lower case. */
                            currency: string;
                            name: string;
                            priceId: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    decideDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allow: boolean;
                    userCode: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    userCode: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description IP address of the program. */
                        address: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        expiresAt: string;
                        /** @description True when the program and this request come from the same network. */
                        isYourNetwork: boolean;
                        /** @description Name that the program sent. It is not verified. */
                        name: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        examples: {
                            description: string;
                            /** @enum {unknown} */
                            name: "invoice" | "letter" | "report" | "certificate" | "ticket" | "shipping-label";
                            title: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listHelpers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        helpers: {
                            example: string;
                            gives: string;
                            /** @description True for a block helper. */
                            isBlock: boolean;
                            name: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /**
                 * @description First day, included.
                 * @example 2026-11-21
                 */
                from?: string;
                /** @description Identifier of an API key, or `none` for renders without a key. */
                key?: string;
                mode?: "sync" | "async";
                newerThan?: string;
                olderThan?: string;
                state?: "pending" | "processing" | "completed" | "failed";
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                template?: string;
                /**
                 * @description IANA name of the time zone of the days. Default: the time zone of the account.
                 * @example Europe/Berlin
                 */
                timeZone?: string;
                /**
                 * @description Last day, included.
                 * @example 2026-11-21
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            completedAt: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Time from the arrival of the call to its end, including queues. In milliseconds. */
                            durationMs: number | null;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            jobId: string;
                            key: {
                                name: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                tokenId: string;
                            } | null;
                            /** @description Reason of the failure. */
                            message: string | null;
                            mode: "sync" | "async";
                            pages: number;
                            sheets: number | null;
                            size: number | null;
                            state: "pending" | "processing" | "completed" | "failed";
                            template: {
                                exists: boolean;
                                name: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            };
                            warningCount: number;
                        }[];
                        /** @description `newerThan` of the previous page. */
                        newer: string | null;
                        /** @description `olderThan` of the next page. */
                        older: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An object for one page, or an array with one element per page, at most 50. */
                    data: Record<string, never> | unknown[];
                    /** @description Options of the PDF. */
                    options?: {
                        /** @description Files that are attached to the PDF, at most 4 MiB in total. */
                        attachments?: {
                            /** @description The file, base64-encoded. */
                            content: string;
                            /** @description Description that PDF programs show. */
                            description?: string;
                            /**
                             * @description Media type. Default: application/octet-stream.
                             * @example text/csv
                             */
                            mimeType?: string;
                            /**
                             * @description Time of the last change of the file. Default: the time of the call.
                             * @example 2026-11-20T12:00:00Z
                             */
                            modifiedAt?: string;
                            /** @example data.csv */
                            name: string;
                            /**
                             * @description Relationship of the file to the document (AFRelationship). Default: Unspecified.
                             * @enum {string}
                             */
                            relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
                        }[];
                        /** @description Creates a Factur-X (ZUGFeRD) invoice: a PDF/A-3b with the XML as an attachment. Requires a single element of data. */
                        facturx?: {
                            /**
                             * @description Profile of the invoice. It must be the profile that the XML names.
                             * @enum {string}
                             */
                            profile: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
                            /**
                             * @description Relationship of the XML to the document. Default: Data for MINIMUM and BASIC WL, otherwise Alternative.
                             * @enum {string}
                             */
                            relationship?: "Data" | "Source" | "Alternative";
                            /** @description The invoice as XML (UN/CEFACT CII) in UTF-8, base64-encoded. */
                            xml: string;
                        };
                        /**
                         * @description File name of the PDF in downloads and mails. Default: the name of the template.
                         * @example Invoice 2026-118.pdf
                         */
                        filename?: string;
                        /** @description Metadata of the PDF, in its information dictionary and in XMP. */
                        metadata?: {
                            /** @description Author of the document. */
                            author?: string;
                            /**
                             * @description Creation time. Default: none, so that the same call gives the same bytes.
                             * @example 2026-11-20T12:00:00Z
                             */
                            createdAt?: string;
                            /** @description Keywords, at most 50. */
                            keywords?: string[];
                            /**
                             * @description Language tag (BCP 47). Default: the lang attribute of the HTML.
                             * @example de-AT
                             */
                            language?: string;
                            /** @description Subject of the document, in one sentence. */
                            subject?: string;
                            /** @description Title. Default: the <title> of the HTML. */
                            title?: string;
                        };
                        /** @description Password that gives all permissions. Default: none. */
                        ownerPassword?: string;
                        /** @description Password that opens the PDF (AES-256, PDF 2.0). The service does not store it. */
                        password?: string;
                        /**
                         * @description Conformance level for archiving: PDF/A-3b. The response is 400 if the document cannot conform.
                         * @enum {string}
                         */
                        pdfa?: "3b";
                        /** @description Permissions of readers who open the PDF with `password`. PDF programs are expected to respect them, but the encryption does not enforce them. */
                        permissions?: {
                            /** @description Allows adding comments. Default: true. */
                            annotate?: boolean;
                            /** @description Allows copying text and pictures. Screen readers may always read the text. Default: true. */
                            copy?: boolean;
                            /** @description Allows changing and rearranging sheets. Default: true. */
                            modify?: boolean;
                            /** @description Allows printing. Default: true. */
                            print?: boolean;
                        };
                        /** @description Text on each sheet. Screen readers skip it. */
                        watermark?: {
                            /** @description Angle in degrees, counterclockwise. Default: 45. */
                            angle?: number;
                            /**
                             * @description Color as #rrggbb. Default: #808080.
                             * @example #808080
                             */
                            color?: string;
                            /**
                             * @description Above or behind the content. With behind, backgrounds of the document hide the watermark. Default: above.
                             * @enum {string}
                             */
                            layer?: "above" | "behind";
                            /** @description Opacity. Default: 0.3. */
                            opacity?: number;
                            /** @description Font size in points. Default: the largest size that fits on the sheet, at most 144. */
                            size?: number;
                            /** @example DRAFT */
                            text: string;
                        };
                    };
                    /** @description E-mail addresses that receive the finished PDF. */
                    sendEmail?: string[];
                    /**
                     * Format: uuid
                     * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                     */
                    templateId: string;
                };
            };
        };
        responses: {
            /** @description The work was accepted and continues in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        jobId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportJobs: {
        parameters: {
            query?: {
                /**
                 * @description First day, included.
                 * @example 2026-11-21
                 */
                from?: string;
                /** @description Identifier of an API key, or `none` for renders without a key. */
                key?: string;
                mode?: "sync" | "async";
                state?: "pending" | "processing" | "completed" | "failed";
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                template?: string;
                /**
                 * @description IANA name of the time zone of the days. Default: the time zone of the account.
                 * @example Europe/Berlin
                 */
                timeZone?: string;
                /**
                 * @description Last day, included.
                 * @example 2026-11-21
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: {
                            /** @description Number of attempts of a job. 0 for a synchronous call. */
                            attempts: number;
                            completedAt: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Time from the arrival of the call to its end, including queues. In milliseconds. */
                            durationMs: number | null;
                            expiresAt: string | null;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            jobId: string;
                            key: {
                                name: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                tokenId: string;
                            } | null;
                            /** @description Reason of the failure. */
                            message: string | null;
                            mode: "sync" | "async";
                            pages: number;
                            /** @description Link to the PDF. null without a PDF, and after the PDF has expired. */
                            pdfUrl: string | null;
                            phases: {
                                ms: number;
                                phase: string;
                            }[];
                            recipients: {
                                email: string;
                                /** @description Response of the mail server, if it rejected the mail. */
                                message: string | null;
                                status: "queued" | "sent" | "failed";
                            }[];
                            sheets: number | null;
                            size: number | null;
                            state: "pending" | "processing" | "completed" | "failed";
                            template: {
                                exists: boolean;
                                name: string;
                                /**
                                 * Format: uuid
                                 * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                                 */
                                templateId: string;
                            };
                            warningCount: number;
                            warnings: {
                                count: number;
                                kind: string;
                                subject: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            expiresAt: string | null;
                            /** @description The last four characters of the key. The whole key is not stored. */
                            lastFour: string;
                            lastUsedAt: string | null;
                            name: string;
                            state: "active" | "deactivated" | "expired";
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            tokenId: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiresAt?: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description The resource was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        expiresAt: string | null;
                        /** @description The whole key. It is returned only here. */
                        key: string;
                        /** @description The last four characters of the key. The whole key is not stored. */
                        lastFour: string;
                        lastUsedAt: string | null;
                        name: string;
                        state: "active" | "deactivated" | "expired";
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        tokenId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        tokenId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    activateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        expiresAt: string | null;
                        /** @description The last four characters of the key. The whole key is not stored. */
                        lastFour: string;
                        lastUsedAt: string | null;
                        name: string;
                        state: "active" | "deactivated" | "expired";
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        tokenId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deactivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        expiresAt: string | null;
                        /** @description The last four characters of the key. The whole key is not stored. */
                        lastFour: string;
                        lastUsedAt: string | null;
                        name: string;
                        state: "active" | "deactivated" | "expired";
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        tokenId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /** Format: date-time */
                            createdAt: string;
                            /** @description Credit balance, including reserved credits. */
                            credits: number;
                            deletionAt: string | null;
                            /** @description Recipient of mails about the account. */
                            email: string;
                            /** @enum {unknown} */
                            plan: "default" | "enterprise";
                            /** @description Credits reserved by renders in progress. */
                            reserved: number;
                            /** @enum {unknown} */
                            role: "member" | "operator";
                            /** @description Identifier of the account in the API. */
                            userId: string;
                        };
                        person: {
                            email: string;
                            name: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchAccounts: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                after?: string;
                /** @description Part of an e-mail address or userId. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            credits: number;
                            deletionAt: string | null;
                            email: string;
                            /** @description Number of active API keys. */
                            keys: number;
                            lastCallAt: string | null;
                            /** @description Pages charged in the last 30 days. */
                            pages: number;
                            /** @enum {unknown} */
                            plan: "default" | "enterprise";
                            reserved: number;
                            /** @enum {unknown} */
                            role: "member" | "operator";
                            suspended: boolean;
                            /** @description Number of templates. */
                            templates: number;
                            userId: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            credits: number;
                            deletionAt: string | null;
                            email: string;
                            /** @description Number of active API keys. */
                            keys: number;
                            lastCallAt: string | null;
                            /** @description Pages charged in the last 30 days. */
                            pages: number;
                            /** @enum {unknown} */
                            plan: "default" | "enterprise";
                            reserved: number;
                            /** @enum {unknown} */
                            role: "member" | "operator";
                            suspended: boolean;
                            /** @description Number of templates. */
                            templates: number;
                            userId: string;
                        };
                        actions: {
                            /** @enum {unknown} */
                            action: "credits" | "plan" | "role" | "release" | "suspend" | "restore";
                            actionId: string;
                            /** @description The operator’s userId, "command line" or "first sign-up". */
                            actor: string;
                            actorEmail: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            detail: {
                                credits?: number;
                                /** @enum {unknown} */
                                plan?: "default" | "enterprise";
                                reason?: string;
                                /** @enum {unknown} */
                                role?: "member" | "operator";
                                /**
                                 * @description Previous plan or role.
                                 * @enum {unknown}
                                 */
                                was?: "default" | "enterprise" | "member" | "operator";
                            };
                            /** @description E-mail address of that account. null after its deletion. */
                            email: string | null;
                            /** @description Account that was changed. */
                            userId: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    giveCredits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    credits: number;
                    /** @description Idempotency key of the caller. A repeated call with the same key adds nothing. */
                    giftId?: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description New balance. */
                        credits: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    plan: "default" | "enterprise";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        plan: "default" | "enterprise";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suspended: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    suspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suspended: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listActions: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actions: {
                            /** @enum {unknown} */
                            action: "credits" | "plan" | "role" | "release" | "suspend" | "restore";
                            actionId: string;
                            /** @description The operator’s userId, "command line" or "first sign-up". */
                            actor: string;
                            actorEmail: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            detail: {
                                credits?: number;
                                /** @enum {unknown} */
                                plan?: "default" | "enterprise";
                                reason?: string;
                                /** @enum {unknown} */
                                role?: "member" | "operator";
                                /**
                                 * @description Previous plan or role.
                                 * @enum {unknown}
                                 */
                                was?: "default" | "enterprise" | "member" | "operator";
                            };
                            /** @description E-mail address of that account. null after its deletion. */
                            email: string | null;
                            /** @description Account that was changed. */
                            userId: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parts: {
                            /** @description State of the component, or the error. */
                            detail: string;
                            isWell: boolean;
                            name: string;
                        }[];
                        tabs: {
                            /** @description Busy tabs of the process that answers. */
                            busy: number;
                            idle: number;
                        };
                        version: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        completedLastHour: number;
                        failed: {
                            attempts: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            failedAt: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            jobId: string;
                            pages: number;
                            userId: string;
                        }[];
                        failedLastHour: number;
                        /** @description Jobs that wait. */
                        pending: number;
                        /** @description Renders in progress, including synchronous calls. */
                        processing: number;
                        queues: {
                            name: string;
                            /** @description Time since the oldest of them became due. In seconds. */
                            oldestSeconds: number;
                            /** @description Jobs that are due. */
                            waiting: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPartials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partials: {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Size of the source in bytes. */
                            fileSize: number;
                            /** @description Name in templates: `{{> name}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Author of the version. null if it is not known. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                name: string | null;
                            } | null;
                            /** @description Number of the current version, starting at 1. */
                            version: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPartial: {
        parameters: {
            query?: {
                /** @description Number of an older version. */
                version?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partial: {
                            /** @description The Handlebars source. */
                            content: string;
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Size of the source in bytes. */
                            fileSize: number;
                            /** @description Name in templates: `{{> name}}`. */
                            name: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Author of the version. null if it is not known. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                name: string | null;
                            } | null;
                            /** @description Number of the current version, starting at 1. */
                            version: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    savePartial: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the template when it was read. For a partial: its version in quotes. */
                "if-match"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The Handlebars source as plain text. */
                    content: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description Size of the source in bytes. */
                        fileSize: number;
                        /** @description Name in templates: `{{> name}}`. */
                        name: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Author of the version. null if it is not known. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                            name: string | null;
                        } | null;
                        /** @description Number of the current version, starting at 1. */
                        version: number;
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Column in the line, starting at 0. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Line in the source, starting at 1. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deletePartial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        name: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restorePartial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: number;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description Size of the source in bytes. */
                        fileSize: number;
                        /** @description Name in templates: `{{> name}}`. */
                        name: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Author of the version. null if it is not known. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                            name: string | null;
                        } | null;
                        /** @description Number of the current version, starting at 1. */
                        version: number;
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Column in the line, starting at 0. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Line in the source, starting at 1. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listPartialVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description Size of the source in bytes. */
                            fileSize: number;
                            isCurrent: boolean;
                            /** @description Number of the version, starting at 1. */
                            number: number;
                            /** @description Number of the older version that was restored. null for other versions. */
                            restored: number | null;
                            /** @description Author of the version. null if it is not known. */
                            savedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                name: string | null;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The Handlebars source as plain text. */
                    content: string;
                    /** @description An object for one page, or an array with one element per page, at most 50. */
                    data: Record<string, never> | unknown[];
                    /** @description JSON Schema as JSON text. Empty to remove it. */
                    dataSchema?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Elements of data that are not shown. A preview shows the first five. */
                        elementsLeftOut: number;
                        /** @description Duration of each phase. In milliseconds. */
                        ms: {
                            check: number;
                            fill: number;
                            pack: number;
                            print: number;
                        };
                        /** @description Pages, in the order of the elements of data. */
                        pages: {
                            /** @description Scale of the content: 1 when it was not scaled, at least 0.7. */
                            scale: number;
                            /** @description Number of sheets of the page. */
                            sheets: number;
                        }[];
                        /** @description The PDF, base64-encoded. */
                        pdf: string;
                        /** @description Validation errors of data against the data schema, at most 20. With any, a call is rejected. */
                        problems: {
                            /** @description Description of the error. */
                            message: string;
                            /** @description JSON Pointer into data, for example /lines/2/price. */
                            path: string;
                        }[];
                        /** @description Smallest scale of any page: 1 when nothing was scaled, at least 0.7. */
                        scale: number;
                        sheets: number;
                        warnings: {
                            count: number;
                            kind: string;
                            subject: string;
                        }[];
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Column in the line, starting at 0. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Line in the source, starting at 1. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: {
                            address: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description True for the session of this request. */
                            isThis: boolean;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            sessionId: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            usedAt: string;
                            userAgent: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        removed: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deletionAt: string | null;
                        egress: {
                            allow: string[];
                            deny: string[];
                            /** @enum {unknown} */
                            mode: "public" | "allowlist" | "none";
                        };
                        email: string;
                        name: string;
                        /**
                         * @description The most permissive mode that the operator allows for accounts.
                         * @enum {unknown}
                         */
                        operatorMode: "public" | "allowlist" | "none";
                        region: {
                            /** @example de-AT */
                            locale: string;
                            /** @example Europe/Vienna */
                            timeZone: string;
                        };
                        userId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    scheduleAccountDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        deletionAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelAccountDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setEgress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allow: string[];
                    deny: string[];
                    /** @enum {unknown} */
                    mode: "public" | "allowlist" | "none";
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allow: string[];
                        deny: string[];
                        /** @enum {unknown} */
                        mode: "public" | "allowlist" | "none";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setRegion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example de-AT */
                    locale: string;
                    /** @example Europe/Vienna */
                    timeZone: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example de-AT */
                        locale: string;
                        /** @example Europe/Vienna */
                        timeZone: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: string;
                search?: string;
                sort?: "updated" | "created" | "name" | "used";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pageSize: number;
                        templates: {
                            /** @description SHA-256 of the source, hex. */
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            description: string;
                            /** @description Size of the source in bytes. */
                            fileSize: number;
                            name: string;
                            /** @description Pages rendered with it in the last 30 days. */
                            pages: number;
                            /** @description Number in the ETag. It rises with each change. */
                            revision: number;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                            thumbnailUrl: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            updatedAt: string;
                            /** @description Author of the version. null if it is not known. */
                            updatedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                name: string | null;
                            } | null;
                            usedAt: string | null;
                            /** @description Number of the current version. */
                            version: number;
                        }[];
                        /** @description Number of matches on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The Handlebars source as plain text. */
                    content?: string;
                    description?: string;
                    /** @enum {unknown} */
                    example?: "invoice" | "letter" | "report" | "certificate" | "ticket" | "shipping-label";
                    /** @description Name in lists, and in file names of PDFs. */
                    name: string;
                    /** @description JSON text: an object or an array of objects. */
                    sampleData?: string;
                };
            };
        };
        responses: {
            /** @description The resource was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The Handlebars source. */
                        content: string;
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description JSON Schema that data must match, as JSON text. Empty without a schema. */
                        dataSchema: string;
                        description: string;
                        /** @description Size of the source in bytes. */
                        fileSize: number;
                        name: string;
                        /** @description Number in the ETag. It rises with each change. */
                        revision: number;
                        /** @description JSON text, formatted as its author wrote it. */
                        sampleData: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                        thumbnailUrl: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Author of the version. null if it is not known. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                            name: string | null;
                        } | null;
                        /** @description Number of the current version. */
                        version: number;
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Column in the line, starting at 0. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Line in the source, starting at 1. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The Handlebars source. */
                        content: string;
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description JSON Schema that data must match, as JSON text. Empty without a schema. */
                        dataSchema: string;
                        description: string;
                        /** @description Size of the source in bytes. */
                        fileSize: number;
                        name: string;
                        /** @description Number in the ETag. It rises with each change. */
                        revision: number;
                        /** @description JSON text, formatted as its author wrote it. */
                        sampleData: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                        thumbnailUrl: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Author of the version. null if it is not known. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                            name: string | null;
                        } | null;
                        /** @description Number of the current version. */
                        version: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    saveTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the template when it was read. For a partial: its version in quotes. */
                "if-match"?: string;
            };
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The Handlebars source as plain text. */
                    content?: string;
                    /** @description JSON Schema as JSON text. Empty to remove it. */
                    dataSchema?: string;
                    /** @description JSON text: an object or an array of objects. */
                    sampleData?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The Handlebars source. */
                        content: string;
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description JSON Schema that data must match, as JSON text. Empty without a schema. */
                        dataSchema: string;
                        description: string;
                        /** @description Size of the source in bytes. */
                        fileSize: number;
                        name: string;
                        /** @description Number in the ETag. It rises with each change. */
                        revision: number;
                        /** @description JSON text, formatted as its author wrote it. */
                        sampleData: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                        thumbnailUrl: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Author of the version. null if it is not known. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                            name: string | null;
                        } | null;
                        /** @description Number of the current version. */
                        version: number;
                    };
                };
            };
            /** @description The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than 50 elements. `message` names the problem, `error` has details such as the position in the template. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Column in the line, starting at 0. */
                        column?: number;
                        /** @description Detail, such as the compiler’s message. */
                        error?: string;
                        /** @description Line in the source, starting at 1. */
                        line?: number;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    describeTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    /** @description Name in lists, and in file names of PDFs. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The Handlebars source. */
                        content: string;
                        /** @description SHA-256 of the source, hex. */
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description JSON Schema that data must match, as JSON text. Empty without a schema. */
                        dataSchema: string;
                        description: string;
                        /** @description Size of the source in bytes. */
                        fileSize: number;
                        name: string;
                        /** @description Number in the ETag. It rises with each change. */
                        revision: number;
                        /** @description JSON text, formatted as its author wrote it. */
                        sampleData: string;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                        thumbnailUrl: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        updatedAt: string;
                        /** @description Author of the version. null if it is not known. */
                        updatedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                            name: string | null;
                        } | null;
                        /** @description Number of the current version. */
                        version: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listTemplateVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            contentVersion: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            fileSize: number;
                            isCurrent: boolean;
                            number: number;
                            /** @description Number of the older version that was restored. null for other versions. */
                            restored: number | null;
                            /** @description Author of the version. null if it is not known. */
                            savedBy: {
                                /** @enum {unknown} */
                                kind: "person" | "key";
                                /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                                name: string | null;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content: string;
                        contentVersion: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        createdAt: string;
                        fileSize: number;
                        isCurrent: boolean;
                        number: number;
                        /** @description Number of the older version that was restored. null for other versions. */
                        restored: number | null;
                        /** @description Author of the version. null if it is not known. */
                        savedBy: {
                            /** @enum {unknown} */
                            kind: "person" | "key";
                            /** @description E-mail address of a user or name of an API key. null for a deleted key. */
                            name: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    restoreTemplateVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the template when it was read. For a partial: its version in quotes. */
                "if-match"?: string;
            };
            path: {
                number: string;
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        revision: number;
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        templateId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    readUsage: {
        parameters: {
            query?: {
                /** @description Number of days up to `to`, if `from` is missing. Default: 30. */
                days?: string;
                /**
                 * @description First day, included.
                 * @example 2026-11-21
                 */
                from?: string;
                /**
                 * @description IANA name of the time zone of the days. Default: the time zone of the account.
                 * @example Europe/Berlin
                 */
                timeZone?: string;
                /**
                 * @description Last day, included.
                 * @example 2026-11-21
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            /** @example 2026-11-21 */
                            day: string;
                            details: {
                                asyncPages: number;
                                completed: number;
                                failed: number;
                                syncPages: number;
                            } | null;
                            /** @description Pages charged. */
                            pages: number;
                        }[];
                        /**
                         * Format: date-time
                         * @description Time from which details are stored. Earlier days have only the number of pages, from the ledger.
                         */
                        detailsFrom: string;
                        durations: {
                            async: {
                                /** @description Number of renders. */
                                count: number;
                                /** @description Median in milliseconds. */
                                p50: number;
                                /** @description 95th percentile in milliseconds. */
                                p95: number;
                            } | null;
                            phases: {
                                /** @description Number of renders. */
                                count: number;
                                /** @description Median in milliseconds. */
                                p50: number;
                                /** @description 95th percentile in milliseconds. */
                                p95: number;
                                phase: string;
                            }[];
                            sync: {
                                /** @description Number of renders. */
                                count: number;
                                /** @description Median in milliseconds. */
                                p50: number;
                                /** @description 95th percentile in milliseconds. */
                                p95: number;
                            } | null;
                        };
                        failures: {
                            count: number;
                            /**
                             * Format: uuid
                             * @description The latest render that failed for this reason.
                             */
                            jobId: string;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            lastAt: string;
                            message: string;
                        }[];
                        /**
                         * @description First day, included.
                         * @example 2026-11-21
                         */
                        from: string;
                        keys: {
                            /** @description Completed renders. */
                            completed: number;
                            /** @description Failed renders. Only the newest 1,000 of the account are stored. */
                            failed: number;
                            lastFour: string | null;
                            name: string | null;
                            /** @description Pages charged. */
                            pages: number;
                            tokenId: string | null;
                        }[];
                        storage: {
                            /** @description Size of templates, partials and assets with all versions, in bytes. Each version counts at least 4 KiB. */
                            bytes: number;
                            /** @description Limit of the plan in bytes. null for no limit. */
                            limit: number | null;
                        };
                        templates: {
                            /** @description Completed renders. */
                            completed: number;
                            exists: boolean;
                            /** @description Failed renders. Only the newest 1,000 of the account are stored. */
                            failed: number;
                            name: string;
                            /** @description Pages charged. */
                            pages: number;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            templateId: string;
                        }[];
                        /**
                         * @description IANA name of the time zone of the days.
                         * @example Europe/Berlin
                         */
                        timeZone: string;
                        /**
                         * @description Last day, included.
                         * @example 2026-11-21
                         */
                        to: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: {
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            setAt: string;
                            switchedOffAt: string | null;
                            url: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Secret that signs the events. It is returned only here. */
                        secret: string;
                        url: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            attempts: number;
                            /**
                             * Format: date-time
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: uuid
                             * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                             */
                            deliveryId: string;
                            endedAt: string | null;
                            /** @enum {unknown} */
                            event: "job.completed" | "job.failed" | "webhook.test";
                            jobId: string | null;
                            lastAttemptAt: string | null;
                            nextAttemptAt: string | null;
                            reason: string | null;
                            responseStatus: number | null;
                            /** @enum {unknown} */
                            status: "pending" | "delivered" | "failed";
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The work was accepted and continues in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b
                         */
                        deliveryId: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
