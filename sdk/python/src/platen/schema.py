# Made by "npm run client:api" from the service's own description of its routes. Not edited by hand.
"""What the service answers."""

from typing import Literal, NotRequired, TypedDict


class Template(TypedDict):
    userId: str
    """Identifier of the account that owns the template."""
    templateId: str
    id: str
    """Always equal to templateId."""
    name: str
    description: str
    storageKey: str
    """Identifier of the template in the object store: `users/<userId>/templates/<templateId>.hbs`."""
    fileSize: int
    """Size of the source in bytes."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    createdAt: str
    updatedAt: str


class ListedTemplate(TypedDict):
    userId: str
    """Identifier of the account that owns the template."""
    templateId: str
    id: str
    """Always equal to templateId."""
    name: str
    description: str
    storageKey: str
    """Identifier of the template in the object store: `users/<userId>/templates/<templateId>.hbs`."""
    fileSize: int
    """Size of the source in bytes."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    createdAt: str
    updatedAt: str
    thumbnailUrl: str | None
    """Signed URL of a PNG of the first sheet. null until the picture is created."""


class TemplateWithContent(TypedDict):
    userId: str
    """Identifier of the account that owns the template."""
    templateId: str
    id: str
    """Always equal to templateId."""
    name: str
    description: str
    storageKey: str
    """Identifier of the template in the object store: `users/<userId>/templates/<templateId>.hbs`."""
    fileSize: int
    """Size of the source in bytes."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    createdAt: str
    updatedAt: str
    content: str
    """The Handlebars source."""


class DryRunPage(TypedDict):
    sheets: int
    """Number of sheets of the page."""
    scale: float
    """Scale of the content: 1 when it was not scaled, at least 0.7."""


class DryRunWarning(TypedDict):
    kind: str
    subject: str
    count: int


class DryRun(TypedDict):
    success: Literal[True]
    dryRun: Literal[True]
    pagesGenerated: int
    """Number of elements of data."""
    sheets: int
    """Number of sheets of the PDF."""
    size: int
    """Size of the PDF in bytes."""
    pages: list[DryRunPage]
    """Pages, in the order of the elements of data."""
    scale: float
    """Smallest scale of any page: 1 when nothing was scaled, at least 0.7."""
    warnings: list[DryRunWarning]
    """Defects of the output, such as missing fonts."""
    cost: int
    """Credits that the call would cost."""
    credits: int
    """Credits that the account can spend."""
    coversCost: bool
    """True when the account has enough credits. Otherwise the call would fail with 402."""


class DataFailureProblem(TypedDict):
    path: str
    """JSON Pointer into data, for example /lines/2/price."""
    message: str
    """Description of the error."""


class DataFailure(TypedDict):
    message: str
    """Description of the error."""
    error: NotRequired[str]
    """Detail, such as the first validation error with its path."""
    problems: NotRequired[list[DataFailureProblem]]
    """Validation errors of data against the data schema of the template, at most 20."""


class SharedPartialUpdatedBy(TypedDict):
    kind: Literal["person", "key"]
    name: str | None
    """E-mail address of a user or name of an API key. null for a deleted key."""


class SharedPartial(TypedDict):
    name: str
    """Name in templates: `{{> name}}`."""
    fileSize: int
    """Size of the source in bytes."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    version: int
    """Number of the current version, starting at 1."""
    createdAt: str
    updatedAt: str
    updatedBy: SharedPartialUpdatedBy | None
    """Author of the version. null if it is not known."""


class PartialWithContentUpdatedBy(TypedDict):
    kind: Literal["person", "key"]
    name: str | None
    """E-mail address of a user or name of an API key. null for a deleted key."""


class PartialWithContent(TypedDict):
    name: str
    """Name in templates: `{{> name}}`."""
    fileSize: int
    """Size of the source in bytes."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    version: int
    """Number of the current version, starting at 1."""
    createdAt: str
    updatedAt: str
    updatedBy: PartialWithContentUpdatedBy | None
    """Author of the version. null if it is not known."""
    content: str
    """The Handlebars source."""


class PartialVersionSavedBy(TypedDict):
    kind: Literal["person", "key"]
    name: str | None
    """E-mail address of a user or name of an API key. null for a deleted key."""


class PartialVersion(TypedDict):
    number: int
    """Number of the version, starting at 1."""
    fileSize: int
    """Size of the source in bytes."""
    contentVersion: str
    """SHA-256 of the source, hex."""
    createdAt: str
    savedBy: PartialVersionSavedBy | None
    """Author of the version. null if it is not known."""
    restored: int | None
    """Number of the older version that was restored. null for other versions."""
    isCurrent: bool


class AssetUpdatedBy(TypedDict):
    kind: Literal["person", "key"]
    name: str | None
    """E-mail address of a user or name of an API key. null for a deleted key."""


class Asset(TypedDict):
    name: str
    """Name in templates: `{{asset "name"}}`."""
    contentType: str
    """Media type, detected from the bytes."""
    fileSize: int
    """Size in bytes."""
    contentVersion: str
    """SHA-256 of the bytes, hex."""
    createdAt: str
    updatedAt: str
    updatedBy: AssetUpdatedBy | None
    """Author of the version. null if it is not known."""


class Generated(TypedDict):
    success: Literal[True]
    pdfUrl: str
    """Signed URL of the PDF. It works without an API key."""
    expiresIn: Literal["5 days"]
    size: int
    """Size of the PDF in bytes."""
    pagesGenerated: int
    """Number of elements of data, and of credits charged."""


class JobRecipient(TypedDict):
    email: str
    status: Literal["queued", "sent", "failed"]
    message: NotRequired[str]
    """Response of the mail server, if it rejected the mail."""


class Job(TypedDict):
    jobId: str
    status: Literal["pending", "processing", "completed", "failed"]
    templateId: str
    pagesGenerated: int
    """Number of elements of data."""
    createdAt: str
    completedAt: str | None
    pdfUrl: str | None
    """Signed URL of the PDF. null until the job is completed, and after it has expired."""
    expiresIn: str | None
    """Lifetime of the PDF, counted from the end of the job. null without pdfUrl."""
    size: int | None
    """Size of the PDF in bytes."""
    message: str | None
    """Reason of a failure, or a note that the PDF is no longer stored."""
    recipients: list[JobRecipient]
    """Status of the mail to each recipient."""


class PreviewedPage(TypedDict):
    sheets: int
    """Number of sheets of the page."""
    scale: float
    """Scale of the content: 1 when it was not scaled, at least 0.7."""


class PreviewedWarning(TypedDict):
    kind: str
    subject: str
    count: int


class PreviewedProblem(TypedDict):
    path: str
    """JSON Pointer into data, for example /lines/2/price."""
    message: str
    """Description of the error."""


class PreviewedPicture(TypedDict):
    sheet: int
    png: str
    """A PNG, base64-encoded."""


class Previewed(TypedDict):
    sheets: int
    """Number of sheets."""
    pages: list[PreviewedPage]
    """Pages, in the order of the elements of data."""
    scale: float
    """Smallest scale of any page: 1 when nothing was scaled, at least 0.7."""
    warnings: list[PreviewedWarning]
    """Defects of the output, such as missing fonts."""
    elementsLeftOut: int
    """Elements of data that are not shown. A preview shows the first five."""
    problems: list[PreviewedProblem]
    """Validation errors of data against the data schema of the template, at most 20. With any, a call is rejected."""
    picture: PreviewedPicture | None


class JobListJobRecipient(TypedDict):
    email: str
    status: Literal["queued", "sent", "failed"]
    message: NotRequired[str]
    """Response of the mail server, if it rejected the mail."""


class JobListJob(TypedDict):
    jobId: str
    status: Literal["pending", "processing", "completed", "failed"]
    templateId: str
    pagesGenerated: int
    """Number of elements of data."""
    createdAt: str
    completedAt: str | None
    pdfUrl: str | None
    """Signed URL of the PDF. null until the job is completed, and after it has expired."""
    expiresIn: str | None
    """Lifetime of the PDF, counted from the end of the job. null without pdfUrl."""
    size: int | None
    """Size of the PDF in bytes."""
    message: str | None
    """Reason of a failure, or a note that the PDF is no longer stored."""
    recipients: list[JobListJobRecipient]
    """Status of the mail to each recipient."""


class JobList(TypedDict):
    jobs: list[JobListJob]
    nextCursor: str | None
    """`cursor` of the next page. null on the last page."""


class Credits(TypedDict):
    credits: int
    """Credit balance, including reserved credits."""
    reserved: int
    """Credits reserved by renders in progress."""
    available: int
    """Credits that can be spent: credits minus reserved."""
    billingUrl: str
    """Address where credits are bought."""


class UsageStorage(TypedDict):
    bytes: int
    """Size of templates, partials and assets with all versions, in bytes. Each version counts at least 4 KiB."""
    limit: int | None
    """Limit of the plan in bytes. null for no limit."""


class UsageDayDetail(TypedDict):
    syncPages: int
    asyncPages: int
    completed: int
    failed: int


class UsageDay(TypedDict):
    day: str
    pages: int
    """Pages charged."""
    details: UsageDayDetail | None


class UsageTemplate(TypedDict):
    templateId: str
    name: str
    exists: bool
    pages: int
    """Pages charged."""
    completed: int
    """Completed renders."""
    failed: int
    """Failed renders. Only the newest 1,000 of the account are stored."""


class UsageKey(TypedDict):
    tokenId: str | None
    name: str | None
    lastFour: str | None
    pages: int
    """Pages charged."""
    completed: int
    """Completed renders."""
    failed: int
    """Failed renders. Only the newest 1,000 of the account are stored."""


class UsageFailure(TypedDict):
    message: str
    count: int
    lastAt: str


class UsageDurationSync(TypedDict):
    count: int
    """Number of renders."""
    p50: float
    """Median in milliseconds."""
    p95: float
    """95th percentile in milliseconds."""


class UsageDurationAsync(TypedDict):
    count: int
    """Number of renders."""
    p50: float
    """Median in milliseconds."""
    p95: float
    """95th percentile in milliseconds."""


UsageDuration = TypedDict(
    "UsageDuration",
    {
        "sync": UsageDurationSync | None,
        "async": UsageDurationAsync | None,
    },
)


Usage = TypedDict(
    "Usage",
    {
        # First day, included.
        "from": str,
        # Last day, included.
        "to": str,
        # IANA name of the time zone of the days.
        "timeZone": str,
        "storage": UsageStorage,
        # Time from which details are stored. Earlier days have only the number of pages, from the ledger.
        "detailsFrom": str,
        "days": list[UsageDay],
        "templates": list[UsageTemplate],
        "keys": list[UsageKey],
        # Pages charged.
        "pages": int,
        # Completed renders.
        "completed": int,
        # Failed renders. Only the newest 1,000 of the account are stored.
        "failed": int,
        # Failed renders by reason, most frequent first.
        "failures": list[UsageFailure],
        "durations": UsageDuration,
    },
)
