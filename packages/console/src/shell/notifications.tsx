import "@mantine/notifications/styles.css";
import "./notifications.css";

/** A file of its own, so that it is loaded alone. */
export { Notifications } from "@mantine/notifications";
